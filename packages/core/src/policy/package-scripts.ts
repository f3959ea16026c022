import { textOf } from '../data/plain-data.ts';

/** The script of a package.json that the words run, such as `build` in `npm run build`; undefined for anything else. */
export function scriptOf(words: readonly string[]): string | undefined {
	const [program = '', first = ''] = words;
	const named = runsNamedScript(words) ? words[wordsToScript(words) - 1] : undefined;
	switch (program) {
		case 'npm':
			return named ?? (Object.hasOwn(NPM_SCRIPTS, first) ? NPM_SCRIPTS[first] : undefined);
		case 'pnpm':
		case 'yarn':
			return runsNamedScript(words) ? named : /^[a-z]/i.test(first) ? first : undefined;
		default:
			return undefined;
	}
}

/** The word that pnpm or yarn takes for a program of a package where no script has that name: `tsx` in `yarn tsx x.ts`. */
export function programBehind(words: readonly string[]): string | undefined {
	const [program = '', first] = words;
	if (program !== 'pnpm' && program !== 'yarn') {
		return undefined;
	}
	return runsNamedScript(words) ? words[wordsToScript(words) - 1] : first;
}

/** True for `npm run`, however it is spelled: npm knows it by other names too, and takes the beginning of a name for it. */
export function runsNamedScript([program = '', first = '']: readonly string[]): boolean {
	return (
		(first.startsWith('run') && 'run-script'.startsWith(first) && ['npm', 'pnpm', 'yarn'].includes(program)) ||
		(program === 'npm' && ['rum', 'ur', 'urn'].includes(first))
	);
}

/** How many words `npm run build` has up to the name of its script; more than there are where an option hides which that is. */
export function wordsToScript(words: readonly string[]): number {
	const at = words.findIndex((word, index) => index > 1 && !QUIET.has(word));
	return at === -1 || words[at]?.startsWith('-') === true ? words.length + 1 : at + 1;
}

/** Options that change nothing of what runs. */
const QUIET: ReadonlySet<string> = new Set(['-s', '--silent', '--if-present']);
const NPM_SCRIPTS: Readonly<Record<string, string>> = {
	test: 'test',
	t: 'test',
	tst: 'test',
	start: 'start',
	stop: 'stop',
	restart: 'restart',
};

/**
 * All that a script runs of its package.json, in a fixed order: itself, what runs before and after it, and every script that one of
 * these names, or may mean by a pattern. Undefined where there is no such script.
 */
export function scriptTexts(
	scripts: Readonly<Record<string, unknown>>,
	script: string,
): readonly (readonly [string, string])[] | undefined {
	if (typeof scripts[script] !== 'string') {
		return undefined;
	}
	const names = Object.keys(scripts);
	const textOfScript = (name: string) => textOf(scripts[name]) ?? '';
	const found = new Set([script]);
	for (const name of found) {
		const words = new Set(textOfScript(name).split(/[^\w:.@/*-]+/));
		// As in `run-s lint:*`.
		const beginnings = [...words].filter(word => word.includes('*')).map(word => word.slice(0, word.indexOf('*')));
		for (const other of names) {
			const isNamed = words.has(other) || beginnings.some(beginning => other.startsWith(beginning));
			if (other === `pre${name}` || other === `post${name}` || isNamed) {
				found.add(other);
			}
		}
	}
	return [...found].sort().map(name => [name, textOfScript(name)]);
}
