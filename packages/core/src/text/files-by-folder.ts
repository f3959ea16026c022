/** Each folder once, with the names of its files: `src/billing/ cart.ts, tax.ts`. A name may have something after it. */
export function filesByFolder(files: readonly { path: string; note?: string }[]): readonly string[] {
	const folders = new Map<string, string[]>();
	for (const { path, note } of files) {
		const at = path.lastIndexOf('/') + 1;
		const names = folders.get(path.slice(0, at)) ?? [];
		names.push(`${path.slice(at)}${note === undefined ? '' : ` ${note}`}`);
		folders.set(path.slice(0, at), names);
	}
	return [...folders].map(([folder, names]) => `${folder === '' ? '' : `${folder} `}${names.join(', ')}`);
}
