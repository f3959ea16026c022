/**
 * Lines of an ignore file that leave only what the globs mean. Ripgrep's --glob would do, but it overrules .gitignore;
 * an ignore file given by --ignore-file does not. Folders that no glob can reach into are not even entered.
 */
export function includeRules(globs: readonly string[]): readonly string[] {
	const lines = new Set(['*']);
	for (const glob of globs) {
		const segments = glob.split('/');
		for (let count = 1; count < segments.length; count++) {
			const folder = segments.slice(0, count).join('/');
			lines.add(folder === '**' ? '!*/' : `!/${folder}/`);
			if (segments[count - 1] === '**') {
				break;
			}
		}
		if (glob === '**') {
			lines.add('!*');
		} else {
			lines.add(`!/${glob}`).add(`!/${glob}/**`);
		}
	}
	return [...lines];
}
