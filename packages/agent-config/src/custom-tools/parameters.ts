import { messageOf } from '@hawser/core/data/message-of.ts';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { checkJsonInput } from '@hawser/core/input/check-json-input.ts';
import { asSentence } from './sentence.ts';
import type { YamlMap } from './yaml-map.ts';

const TYPES = ['string', 'number', 'boolean', 'enum', 'array', 'object'] as const;
const RESOLVE = ['workspace-relative', 'absolute', 'cwd-relative'] as const;

type ParameterType = (typeof TYPES)[number];

/** JSON Schema of one value. */
type ValueSchema = Record<string, unknown>;

/** One parameter of a custom tool, with what its JSON Schema cannot say. */
export interface Parameter {
	name: string;
	required: boolean;
	schema: ValueSchema;
	/** Other names that a call may use for it. */
	aliases: readonly string[];
	default?: unknown;
	/** The form in which the script gets a path. */
	resolve?: (typeof RESOLVE)[number];
	/** Tried by the process of the script: an expression that runs away must not hold up the editor. */
	pattern?: string;
}

const NAME = /^[A-Za-z_][\w-]{0,63}$/;
/** Belongs to every tool already. */
const TAKEN = 'projectRoot';

const FIELDS = [
	...['type', 'required', 'default', 'description', 'values', 'items', 'min', 'max', 'integer'],
	...['minLength', 'maxLength', 'pattern', 'aliases', 'resolve', 'coerce', 'example', 'examples'],
];

export function readParameters(params: YamlMap | undefined, hints: YamlMap | undefined): readonly Parameter[] {
	if (params === undefined) {
		return [];
	}
	hints?.warnOfOthers(params.keys, 'params');
	const names = new Set<string>(params.keys);
	return params.keys.flatMap(name => {
		if (!NAME.test(name) || name === TAKEN) {
			params.complain(
				name === TAKEN
					? `Every tool has a parameter ${TAKEN} already; choose another name.`
					: `"${name}" cannot be the name of a parameter: letters, digits and _ only.`,
				name,
			);
			return [];
		}
		const facts = params.map(name);
		if (facts === undefined) {
			if (params.value(name) === undefined) {
				params.complain(`${name} must be a mapping, such as { type: string }.`, name);
			}
			return [];
		}
		const parameter = readParameter(name, facts, hints?.map(name));
		const clash = parameter.aliases.find(alias => alias === TAKEN || names.has(alias));
		if (clash !== undefined) {
			facts.complain(`"${clash}" is the name of another parameter.`, 'aliases');
		}
		for (const alias of parameter.aliases) {
			names.add(alias);
		}
		return [parameter];
	});
}

function readParameter(name: string, facts: YamlMap, hint: YamlMap | undefined): Parameter {
	facts.warnOfOthers(FIELDS, 'A parameter');
	const type = facts.choice('type', TYPES);
	if (!facts.has('type')) {
		facts.complain(`${name} needs a type: one of ${TYPES.join(', ')}.`);
	}
	const description = describe(facts, hint);
	const constraints = type === undefined ? {} : schemaOfType(type, facts);
	const pattern = type === 'string' ? readPattern(facts) : undefined;
	const fallback = facts.value('default');
	const resolve = facts.choice('resolve', RESOLVE);
	const schema: ValueSchema = {
		...constraints,
		...(pattern !== undefined && { pattern }),
		...(fallback !== undefined && { default: fallback }),
		...(description !== '' && { description }),
	};
	if (fallback !== undefined) {
		checkDefault(name, fallback, schema, facts);
	}
	if (resolve !== undefined && type !== 'string') {
		facts.complain('Only a parameter of type string can be a path.', 'resolve');
	}
	return {
		name,
		required: facts.flag('required') === true && fallback === undefined,
		schema,
		aliases: facts.texts('aliases') ?? [],
		...(fallback !== undefined && { default: fallback }),
		...(resolve !== undefined && { resolve }),
		...(pattern !== undefined && { pattern }),
	};
}

function schemaOfType(type: ParameterType, facts: YamlMap): ValueSchema {
	switch (type) {
		case 'enum':
			return schemaOfChoices(facts);
		case 'number': {
			const minimum = facts.number('min');
			const maximum = facts.number('max');
			return {
				type: facts.flag('integer') === true ? 'integer' : 'number',
				...(minimum !== undefined && { minimum }),
				...(maximum !== undefined && { maximum }),
			};
		}
		case 'string': {
			const minLength = facts.whole('minLength', 0, 10_000_000);
			const maxLength = facts.whole('maxLength', 0, 10_000_000);
			return { type, ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) };
		}
		case 'array': {
			const items = facts.map('items');
			items?.warnOfOthers(
				['type', 'values', 'integer', 'min', 'max', 'minLength', 'maxLength', 'description'],
				'items',
			);
			const itemType = items?.choice('type', TYPES);
			return { type, ...(items && itemType && { items: schemaOfType(itemType, items) }) };
		}
		case 'boolean':
		case 'object':
			return { type };
	}
}

function schemaOfChoices(facts: YamlMap): ValueSchema {
	const values = facts.list('values') ?? [];
	if (values.length === 0 || !values.every(value => typeof value === 'string' || typeof value === 'number')) {
		facts.complain('An enum needs values: a list of texts or numbers.', facts.has('values') ? 'values' : 'type');
	}
	const types = [...new Set(values.map(value => typeof value))];
	return { ...(types.length === 1 && { type: types[0] }), enum: values };
}

function readPattern(facts: YamlMap): string | undefined {
	const pattern = facts.text('pattern');
	if (pattern === undefined) {
		return undefined;
	}
	try {
		new RegExp(pattern, 'u');
		return pattern;
	} catch (cause) {
		facts.complain(`${messageOf(cause)}.`, 'pattern');
		return undefined;
	}
}

function checkDefault(name: string, value: unknown, schema: ValueSchema, facts: YamlMap): void {
	try {
		checkJsonInput({ [name]: value }, { type: 'object', properties: { [name]: schema } });
	} catch (cause) {
		if (!isToolError(cause)) {
			throw cause;
		}
		facts.complain(`The default does not fit: ${cause.message}`, 'default');
	}
}

/** The parameter's description for agents, then what the hints add to it. */
function describe(facts: YamlMap, hint: YamlMap | undefined): string {
	hint?.warnOfOthers(
		['description', 'required', 'examples', 'example', 'note', 'pitfalls', 'language_specific'],
		'A parameter hint',
	);
	const own = facts.text('description');
	const more = hint?.text('description');
	const examples = [...examplesOf(facts), ...(hint ? examplesOf(hint) : [])];
	return [own, more === own ? undefined : more, hint?.text('note'), ...(hint?.texts('pitfalls') ?? [])]
		.map(asSentence)
		.concat(examples.length > 0 ? `For example: ${examples.map(example => JSON.stringify(example)).join(', ')}.` : '')
		.filter(sentence => sentence !== '')
		.join(' ');
}

function examplesOf(facts: YamlMap): readonly unknown[] {
	return [...(facts.list('examples') ?? []), ...(facts.has('example') ? [facts.value('example')] : [])];
}
