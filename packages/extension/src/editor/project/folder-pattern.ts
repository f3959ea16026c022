/** The globs of workspaces, such as `packages/*` or `libs/**`: each names folders exactly, not what is in them. */
export function folderPattern(glob: string): RegExp {
	const source = glob
		.replace(/^\.\//, '')
		.replace(/\/$/, '')
		.replaceAll(/[\\^$.+()[\]|]/g, '\\$&')
		.replaceAll(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
		.replaceAll('?', '[^/]')
		.replaceAll(/\*\*\/|\*\*|\*/g, stars => (stars === '*' ? '[^/]*' : stars === '**' ? '.*' : '(?:.*/)?'));
	return new RegExp(`^${source}$`, 's');
}
