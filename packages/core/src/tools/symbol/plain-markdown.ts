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
		.replaceAll(
			/\{@link(?:code|plain)?\s+([^\s{}|]+)(?:[\s|]+([^{}]*))?\}/g,
			(_whole, target: string, text?: string) => (text === undefined || text.trim() === '' ? target : text.trim()),
		)
		.replaceAll(/<\/?(?:[a-z][\w-]*)(?:\s[^<>]*)?\/?>/g, '')
		.replaceAll(/^\s*(?:---|\*\*\*)\s*$/gm, '')
		.replaceAll(/\\([\\`*_{}[\]()#+\-.!<>~|])/g, '$1')
		.replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
