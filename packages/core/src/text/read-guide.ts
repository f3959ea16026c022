import type { Guide } from '../ports/guides.ts';

/**
 * A guide is Markdown with a title and a first paragraph that says what it is about. A comment above them, which readers
 * do not see, tells agents when to read it: `<!-- when: … -->` and `<!-- tags: … -->`.
 */
export function readGuide(id: string, markdown: string): Guide {
	const title = /^# (.+)$/m.exec(markdown)?.[1];
	const summary = /^# .+\n+((?:[^\n#].*\n)+)/m.exec(markdown)?.[1];
	const whenToUse = note('when', markdown);
	if (title === undefined || summary === undefined || whenToUse === undefined) {
		throw new Error(`The guide ${id} lacks its title, its first paragraph or its <!-- when: … --> comment.`);
	}
	return {
		id,
		title,
		summary: summary.trim().replaceAll(/\s+/g, ' '),
		whenToUse,
		tags: note('tags', markdown)?.split(/,\s*/) ?? [],
		text: markdown.slice(markdown.indexOf('# ')).trimEnd(),
	};
}

function note(name: 'when' | 'tags', markdown: string): string | undefined {
	return new RegExp(`^<!-- ${name}: (.+) -->$`, 'm').exec(markdown)?.[1];
}
