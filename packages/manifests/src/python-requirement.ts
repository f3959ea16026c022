import { trimEndOf } from '@hawser/core/text/linear-text.ts';
import { withoutHashComment } from './comments.ts';

export interface Requirement {
	name: string;
	declared?: string;
}

/** One requirement as PEP 508 writes it: a name, extras, versions, and a marker that is left out. */
export function readRequirement(text: string): Requirement | undefined {
	const bare = (withoutHashComment(text).split(';', 1)[0] ?? '').trim();
	const name = trimEndOf(/^[\w.-]+/.exec(bare)?.[0] ?? '', '_.-');
	if (!/^[A-Za-z0-9]/.test(name)) {
		return undefined;
	}
	const versions = withoutHashes(withoutExtras(bare.slice(name.length).trimStart()).replace(/^\(|\)$/g, '')).trim();
	return { name, ...(versions !== '' && { declared: versions.replace(/^@\s*/, '') }) };
}

function withoutExtras(rest: string): string {
	const end = rest.startsWith('[') ? rest.indexOf(']') : -1;
	return end === -1 ? rest : rest.slice(end + 1).trimStart();
}

function withoutHashes(rest: string): string {
	const hash = rest.search(/\s--hash/);
	return hash === -1 ? rest : rest.slice(0, hash);
}

/** A requirements file: one per line, with options and other files that are left out. */
export function readRequirements(text: string): Requirement[] {
	return text
		.replaceAll(/\\\r?\n/g, ' ')
		.split(/\r?\n/)
		.filter(line => !line.trim().startsWith('-'))
		.flatMap(line => readRequirement(line) ?? []);
}

/** `Foo_Bar` and `foo-bar` are the same package. */
export function normalName(name: string): string {
	return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** The version of a requirement that allows just one. */
export function exactVersion(declared: string | undefined): string | undefined {
	return /^===?\s*([^\s,*]+)$/.exec(declared ?? '')?.[1];
}
