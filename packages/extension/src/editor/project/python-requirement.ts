export interface Requirement {
	name: string;
	declared?: string;
}

/** One requirement as PEP 508 writes it: a name, extras, versions, and a marker that is left out. */
export function readRequirement(text: string): Requirement | undefined {
	const bare = text
		.replace(/(^|\s)#.*$/, '')
		.replace(/;.*$/s, '')
		.trim();
	const match = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(bare);
	if (match?.[1] === undefined) {
		return undefined;
	}
	const versions = (match[2] ?? '')
		.replace(/^\(|\)$/g, '')
		.replace(/\s+--hash.*$/s, '')
		.trim();
	return { name: match[1], ...(versions !== '' && { declared: versions.replace(/^@\s*/, '') }) };
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
