import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileIn } from '../../write-file-in.ts';
import { type MarkedFiles, readMarks, type Truth } from './marked-text.ts';
import type { ProjectSymbol, ProjectTemplate } from './project-template.ts';

const PARTS = 84;
const BROKEN_FILES = 20;
/** Every symbol is used in a number of files of its own, between these two. */
const MIN_USERS = 8;
const MAX_USERS = 14;
const STRANGERS = 4;
const HEIRS = 5;

export interface GeneratedProject {
	folder: string;
	template: ProjectTemplate;
	/** What is true now. */
	truth(): Truth;
	/** Every text as it is when the symbol has another name. */
	textsAfterRename(mark: string, newName: string): ReadonlyMap<string, string>;
	/** Changes what is true, and writes it unless it is told not to; the paths. */
	change(files: MarkedFiles, options?: { onDisk: boolean }): readonly string[];
	/** The parts that use a symbol, by number of symbols that they use. */
	partsThatUse(symbol: ProjectSymbol): readonly Part[];
}

export interface Part {
	name: string;
	used: readonly ProjectSymbol[];
	mentioned: ProjectSymbol;
}

/** Writes about 120 files that use each other, of which exactly one thing is true. */
export function generateProject(template: ProjectTemplate, folder: string): GeneratedProject {
	const parts = partsOf(template.symbols);
	const files = new Map(sourcesOf(template, parts));
	for (const [path, text] of template.manifests?.(folder, [...files.keys()]) ?? []) {
		files.set(path, text);
	}
	let truth = readMarks(files);
	const write = (paths: Iterable<string>) => {
		for (const path of paths) {
			writeFileIn(folder, path, truth.texts.get(path) ?? '');
		}
	};
	write(files.keys());
	for (const [name, target] of Object.entries(template.links ?? {})) {
		symlinkSync(target, join(folder, name), 'junction');
	}
	return {
		folder,
		template,
		truth: () => truth,
		textsAfterRename: (mark, newName) => readMarks(files, new Map([[mark, newName]])).texts,
		change(changed, { onDisk } = { onDisk: true }) {
			for (const [path, marked] of changed) {
				files.set(path, marked);
			}
			truth = readMarks(files);
			if (onDisk) {
				write(changed.keys());
			}
			return [...changed.keys()];
		},
		partsThatUse: symbol => parts.filter(({ used }) => used.includes(symbol)),
	};
}

function partsOf(symbols: readonly ProjectSymbol[]): readonly Part[] {
	const usedBy = Array.from({ length: PARTS }, () => new Set<ProjectSymbol>());
	for (const symbol of symbols) {
		const users = MIN_USERS + (symbol.index % (MAX_USERS - MIN_USERS + 1));
		for (let user = 0; user < users; user++) {
			usedBy[(symbol.index * 11 + user * 5) % PARTS]?.add(symbol);
		}
	}
	return usedBy.map((used, index) => {
		const others = symbols.filter(symbol => !used.has(symbol));
		const mentioned = others[index % others.length];
		if (mentioned === undefined) {
			throw new Error('A part that uses every symbol can mention none.');
		}
		return { name: `part${String(index).padStart(3, '0')}`, used: [...used], mentioned };
	});
}

function sourcesOf(template: ProjectTemplate, parts: readonly Part[]): Iterable<[string, string]> {
	const { symbols } = template;
	return [
		...symbols.flatMap(symbol => [...template.library(symbol)]),
		...parts.flatMap(({ name, used, mentioned }) => [...template.part(name, used, mentioned)]),
		...symbols.slice(0, STRANGERS).flatMap(symbol => [...(template.stranger?.(symbol) ?? [])]),
		...symbols
			.filter(({ kind }) => kind === 'class')
			.flatMap(symbol =>
				Array.from({ length: HEIRS }, (_, index) => [...(template.heir?.(symbol, index) ?? [])]).flat(),
			),
		...Array.from({ length: BROKEN_FILES }, (_, index) => [...template.broken(index)]).flat(),
	];
}
