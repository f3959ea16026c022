import { replaceBetween } from '../../text/linear-text.ts';

const FENCE = /^(?:`{3,}|~{3,})/;

/** Reduces a hover to its text, without what only an editor can use: HTML, command links, pictures, links into the editor. */
export function plainMarkdown(markdown: string): string {
	return withoutFences(markdown.replaceAll('\r\n', '\n'))
		.split('\n')
		.map(line => line.trimEnd())
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}

/** Prose made plain, code between fences as it is. A fence that nothing closes is prose. */
function withoutFences(markdown: string): string {
	const lines = markdown.split('\n');
	const closing = lastLines(lines);
	const parts: string[] = [];
	let prose: string[] = [];
	for (let index = 0; index < lines.length; index++) {
		const line = lines[index] ?? '';
		const fence = FENCE.exec(line)?.[0];
		if (fence === undefined || (closing.get(fence) ?? -1) <= index) {
			prose.push(line);
			continue;
		}
		let end = index + 1;
		while (lines[end]?.trimEnd() !== fence) {
			end++;
		}
		parts.push(...proseOf(prose), lines.slice(index, end + 1).join('\n'));
		prose = [];
		index = end;
	}
	return [...parts, ...proseOf(prose)].join('\n');
}

function proseOf(lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : [plainProse(lines.join('\n'))];
}

/** The last line that could close a fence, by its signs: what nothing closes is not searched for. */
function lastLines(lines: readonly string[]): ReadonlyMap<string, number> {
	return new Map(lines.map((line, index) => [line.trimEnd(), index] as const).filter(([line]) => FENCE.test(line)));
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function plainProse(text: string): string {
	return (
		replaceBetween(text, '<!--', '-->', () => '')
			// Neither text nor address holds the sign that begins it, so that no beginning is looked at twice.
			.replaceAll(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
			.replaceAll(/\[([^[\]]*)\]\((?:command|file|vscode[\w-]*):[^()]*\)/g, '$1')
			.replaceAll(/\{@link(?:code|plain)?\s([^{}]*)\}/g, (_whole, inside: string) => linkText(inside))
			.replaceAll(/<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>/g, '')
			.replaceAll(/^[ \t]*(?:---|\*\*\*)[ \t]*$/gm, '')
			.replaceAll(/\\([\\`*_{}[\]()#+\-.!<>~|])/g, '$1')
			.replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
	);
}

/** A link of JSDoc shows its text, or else its target. */
function linkText(inside: string): string {
	const trimmed = inside.trim();
	const end = trimmed.search(/[\s|]/);
	const text = end < 0 ? '' : trimmed.slice(end).replace(/^[\s|]+/, '');
	return text === '' ? trimmed : text;
}
