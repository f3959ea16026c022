import type { Effect } from '@hawser/core/contract/effects.ts';
import type { JsonSchema } from '@hawser/core/input/compact-json-schema.ts';
import { type Parameter, readParameters } from './parameters.ts';
import type { Problem } from './problem.ts';
import { asSentence } from './sentence.ts';
import { parseYamlMap, type YamlMap } from './yaml-map.ts';

const RESPONSES = ['action', 'query', 'waitable'] as const;

/** A custom tool as its YAML file describes it. */
export interface CustomToolFacts {
	name: `custom_${string}`;
	title: string;
	description: string;
	whenToUse: string;
	response: (typeof RESPONSES)[number];
	effect: Effect;
	/** Milliseconds that the script may take. */
	timeout: number;
	/** False when the file itself switches the tool off. */
	enabled: boolean;
	parameters: readonly Parameter[];
	inputJsonSchema: JsonSchema;
}

const TIMEOUT = { action: 30_000, query: 30_000, waitable: 300_000 };
const MIN_TIMEOUT = 100;
const MAX_TIMEOUT = 3_600_000;

/** Clients put a prefix of their own before the name, and some stop at 64 characters. */
const MAX_NAME_LENGTH = 40;
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Some clients cut what is longer. */
const MAX_DESCRIPTION_LENGTH = 2000;

const FIELDS = [
	...['alias', 'name', 'description', 'params', 'response', 'timeout', 'mcp'],
	// Other programs that read this format know these; here they have no effect.
	...['category', 'dangerOnly', 'result', 'errors', 'cli', 'version'],
];
const MCP_FIELDS = [
	...['enabled', 'tool', 'description', 'timeout', 'safety', 'llm', 'relationships'],
	'error_contract',
];
const LLM_FIELDS = ['when_to_use', 'parameter_hints', 'workflows', 'requires', 'error_recovery', 'cost_level'];

/** Reads a `*.meta.yaml` file. `fileName`, without its ending, names the tool if the file does not. */
export function readMetadata(
	text: string,
	fileName: string,
): { facts?: CustomToolFacts; problems: readonly Problem[] } {
	const { root, problems } = parseYamlMap(text);
	if (root === undefined) {
		return { problems };
	}
	root.warnOfOthers(FIELDS, 'A tool');
	const mcp = root.map('mcp');
	mcp?.warnOfOthers(MCP_FIELDS, 'mcp');
	const llm = mcp?.map('llm');
	llm?.warnOfOthers(LLM_FIELDS, 'mcp.llm');
	const response = root.choice('response', RESPONSES) ?? 'action';
	const name = readName(root, mcp, fileName);
	const description = asSentence(mcp?.text('description') ?? root.text('description'));
	if (description === '') {
		root.complain('A tool needs a description: one sentence that tells an agent what it does.', 'description');
	}
	const whenToUse = [asSentence(llm?.text('when_to_use')), prerequisites(mcp)].filter(part => part !== '').join(' ');
	if (description.length + whenToUse.length > MAX_DESCRIPTION_LENGTH) {
		const message = `Description and when_to_use have more than ${MAX_DESCRIPTION_LENGTH} characters together; some agents cut them.`;
		root.complain(message, 'description', 'warning');
	}
	checkSafety(response, mcp);
	const parameters = readParameters(root.map('params'), llm?.map('parameter_hints'));
	const facts: CustomToolFacts = {
		name,
		title: titleOf(root, name),
		description,
		whenToUse,
		response,
		// Whatever the file says of itself: it is a program of the repository, and an effect is the worst case.
		effect: 'runs',
		timeout:
			mcp?.whole('timeout', MIN_TIMEOUT, MAX_TIMEOUT) ??
			root.whole('timeout', MIN_TIMEOUT, MAX_TIMEOUT) ??
			TIMEOUT[response],
		enabled: mcp?.flag('enabled') !== false,
		parameters,
		inputJsonSchema: schemaOf(parameters),
	};
	return problems.some(({ severity }) => severity === 'error') ? { problems } : { facts, problems };
}

/** `shop.price-list` becomes `custom_shop_price_list`: the first word keeps it apart from the tools that Hawser has. */
function readName(root: YamlMap, mcp: YamlMap | undefined, fileName: string): `custom_${string}` {
	const chosen = mcp?.text('tool');
	const given = chosen ?? root.text('alias') ?? fileName;
	const name = given.replaceAll(/[.-]/g, '_').replace(/^custom_/, '');
	if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
		const message = `"${given}" cannot be the name of a tool: small letters, digits and single . - or _ between them, ${MAX_NAME_LENGTH} characters at most.`;
		if (mcp !== undefined && chosen !== undefined) {
			mcp.complain(message, 'tool');
		} else {
			root.complain(message, 'alias');
		}
	}
	return `custom_${name}`;
}

function titleOf(root: YamlMap, name: string): string {
	const words = name.replace(/^custom_/, '').replaceAll('_', ' ');
	return root.text('name') ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Other programs that read this format believe these words; here they only must not contradict each other. */
function checkSafety(response: CustomToolFacts['response'], mcp: YamlMap | undefined): void {
	const safety = mcp?.map('safety');
	const readOnly = safety?.flag('read_only') ?? response === 'query';
	safety?.warnOfOthers(['idempotent', 'read_only', 'destructive'], 'mcp.safety');
	if (safety?.flag('destructive') === true && readOnly) {
		safety.complain('A tool that only reads cannot be destructive.', 'destructive');
	}
}

function prerequisites(mcp: YamlMap | undefined): string {
	const names = mcp?.map('relationships')?.texts('requires') ?? [];
	return names.length === 0 ? '' : `Needs ${names.map(name => name.replaceAll(/[.-]/g, '_')).join(', ')} first.`;
}

function schemaOf(parameters: readonly Parameter[]): JsonSchema {
	const required = parameters.filter(parameter => parameter.required).map(({ name }) => name);
	return {
		type: 'object',
		properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
		...(required.length > 0 && { required }),
		additionalProperties: false,
	};
}
