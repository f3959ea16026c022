/** Reads what ripgrep prints with `--files --null` when it searches `.`. */
export function listedPaths(output: string): string[] {
	return output
		.split('\0')
		.filter(path => path !== '')
		.map(withoutDot);
}

export function withoutDot(path: string): string {
	return path.startsWith('./') ? path.slice(2) : path;
}
