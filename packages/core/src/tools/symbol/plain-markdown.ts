const FENCE = /^(`{3,}|~{3,})[\s\S]*?^\1[^\S\n]*$/gm;

/** What a hover says, without what only an editor can use: HTML, command links, pictures, links into the editor. */
export function plainMarkdown(markdown: string): string {
	const parts: string[] = [];
	let end = 0;
	for (const fence of markdown.replaceAll('\r\n', '\n').matchAll(FENCE)) {
		parts.push(plainProse(fence.input.slice(end, fence.index)), fence[0]);
		end = fence.index + fence[0].length;
	}
	parts.push(plainProse(markdown.replaceAll('\r\n', '\n').slice(end)));
	return parts
		.join('')
		.replaceAll(/[^\S\n]+$/gm, '')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function plainProse(text: string): string {
	return text
		.replaceAll(/<!--[\s\S]*?-->/g, '')
		.replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/\[([^\]]*)\]\((?:command|file|vscode[\w-]*):[^)]*\)/g, '$1')
		.replaceAll(/\{@link(?:code|plain)?\s([^{}]*)\}/g, (_whole, inside: string) => linkText(inside))
		.replaceAll(/<\/?(?:[a-z][\w-]*)(?:\s[^<>]*)?\/?>/g, '')
		.replaceAll(/^\s*(?:---|\*\*\*)\s*$/gm, '')
		.replaceAll(/\\([\\`*_{}[\]()#+\-.!<>~|])/g, '$1')
		.replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** What a link of JSDoc shows: its text, or else its target. */
function linkText(inside: string): string {
	const trimmed = inside.trim();
	const end = trimmed.search(/[\s|]/);
	const text = end < 0 ? '' : trimmed.slice(end).replace(/^[\s|]+/, '');
	return text === '' ? trimmed : text;
}
