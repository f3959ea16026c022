import { messageOf } from '@hawser/core/data/message-of.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { isNestedTooDeeply } from '@hawser/core/text/yaml-nesting.ts';
import { type Document, isAlias, isMap, isNode, isScalar, Lexer, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { FILE_START, type Problem, type ProblemRange } from './problem.ts';

interface Source {
	document: Document;
	lines: LineCounter;
	problems: Problem[];
}

interface Field {
	key: string;
	keyNode: unknown;
	node: unknown;
}

/** A mapping of a YAML file. What is asked of it and not as it should be becomes a problem at the place where it stands. */
export class YamlMap {
	readonly #source: Source;
	readonly #node: YAMLMap;
	readonly #fields: readonly Field[];

	constructor(source: Source, node: YAMLMap) {
		this.#source = source;
		this.#node = node;
		this.#fields = node.items.map(({ key, value }) => ({ key: String(key), keyNode: key, node: this.#resolve(value) }));
	}

	get keys(): readonly string[] {
		return this.#fields.map(({ key }) => key);
	}

	has(key: string): boolean {
		return this.keys.includes(key);
	}

	/** Notes a problem at the value of the key, or at the whole mapping. */
	complain(message: string, key?: string, severity: Problem['severity'] = 'error'): void {
		const field = this.#find(key);
		const node = isEmpty(field?.node) ? field?.keyNode : field?.node;
		this.#source.problems.push({ severity, message, ...this.#place(node ?? this.#node) });
	}

	/** The value as plain data; one that is empty counts as not given. */
	value(key: string): unknown {
		const node = this.#find(key)?.node;
		try {
			const value: unknown = isNode(node) ? node.toJS(this.#source.document, { maxAliasCount: 100 }) : undefined;
			return value ?? undefined;
		} catch (cause) {
			this.complain(`${key}: ${messageOf(cause)}.`, key);
			return undefined;
		}
	}

	text(key: string): string | undefined {
		return this.#read(key, value => typeof value === 'string', 'text');
	}

	flag(key: string): boolean | undefined {
		return this.#read(key, value => typeof value === 'boolean', 'true or false');
	}

	number(key: string): number | undefined {
		return this.#read(key, isFiniteNumber, 'a number');
	}

	/** A number without a fraction, from `min` to `max`. */
	whole(key: string, min: number, max: number): number | undefined {
		const isWhole = (value: unknown): value is number =>
			Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
		return this.#read(key, isWhole, `a whole number from ${min} to ${max}`);
	}

	choice<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
		const isWord = (value: unknown): value is Word => words.some(word => word === value);
		return this.#read(key, isWord, `one of ${words.join(', ')}`);
	}

	list(key: string): readonly unknown[] | undefined {
		return this.#read(key, isList, 'a list');
	}

	texts(key: string): readonly string[] | undefined {
		return this.#read(key, isTextList, 'a list of texts');
	}

	map(key: string): YamlMap | undefined {
		const node = this.#find(key)?.node;
		if (isMap(node)) {
			return new YamlMap(this.#source, node);
		}
		if (this.value(key) !== undefined) {
			this.complain(`${key} must be a mapping, such as { name: value }.`, key);
		}
		return undefined;
	}

	#read<Value>(key: string, isRight: (value: unknown) => value is Value, wanted: string): Value | undefined {
		const value = this.value(key);
		if (value === undefined || isRight(value)) {
			return value;
		}
		this.complain(`${key} must be ${wanted}.`, key);
		return undefined;
	}

	/** Warns of every key that nobody reads, with the one that was probably meant. */
	warnOfOthers(known: readonly string[], where: string): void {
		for (const { key, keyNode } of this.#fields) {
			if (!known.includes(key)) {
				const meant = nearestName(key, known);
				const message = `${where} has no "${key}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
				this.#source.problems.push({ severity: 'warning', message, ...this.#place(keyNode) });
			}
		}
	}

	#find(key: string | undefined): Field | undefined {
		return this.#fields.find(field => field.key === key);
	}

	#resolve(node: unknown): unknown {
		return isAlias(node) ? node.resolve(this.#source.document) : node;
	}

	#place(node: unknown): ProblemRange {
		const range = isNode(node) ? node.range : undefined;
		return range ? placeOf(this.#source.lines, range[0], isScalar(node) ? range[1] : range[0]) : FILE_START;
	}
}

/** The mapping that the file is, or only the problems when it is none. */
export function parseYamlMap(text: string): { root?: YamlMap; problems: Problem[] } {
	if (isNestedTooDeeply(new Lexer().lex(text))) {
		return { problems: [{ severity: 'error', message: 'The file is nested too deeply.', ...FILE_START }] };
	}
	const lines = new LineCounter();
	const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
	const problems: Problem[] = [...document.errors, ...document.warnings].map(
		({ name, message, pos: [start, end] }) => ({
			severity: name === 'YAMLWarning' ? 'warning' : 'error',
			message: message.replace(/\.?$/, '.'),
			...placeOf(lines, start, end),
		}),
	);
	if (document.errors.length > 0) {
		return { problems };
	}
	if (!isMap(document.contents)) {
		const message = 'The file must be a mapping, such as "description: What the tool does."';
		return { problems: [...problems, { severity: 'error', message, ...FILE_START }] };
	}
	return { root: new YamlMap({ document, lines, problems }, document.contents), problems };
}

/** True when nothing stands there that could be pointed at. */
function isEmpty(node: unknown): boolean {
	return !isNode(node) || node.range?.[0] === node.range?.[1];
}

function isFiniteNumber(value: unknown): value is number {
	return Number.isFinite(value);
}

function isList(value: unknown): value is readonly unknown[] {
	return Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
	return isList(value) && value.every(item => typeof item === 'string');
}

function placeOf(lines: LineCounter, start: number, end: number): ProblemRange {
	const from = lines.linePos(start);
	const to = lines.linePos(Math.max(start, end));
	// Line 0 is what the counter says of a place before the first line break that it has seen.
	return {
		line: Math.max(1, from.line),
		column: Math.max(1, from.col),
		endLine: Math.max(1, to.line),
		endColumn: Math.max(1, to.col),
	};
}
