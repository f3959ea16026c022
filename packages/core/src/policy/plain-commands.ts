/**
 * The commands of a line, each as the words that its program gets, where bash, zsh and every POSIX shell agree on them. Undefined for
 * everything else, also for much that is harmless: what is not proven is asked about. A variable, a pattern, a redirection, an
 * assignment, a backslash, a comment or a second line makes a line unproven.
 */
export function plainCommands(line: string): readonly (readonly string[])[] | undefined {
	const commands: string[][] = [[]];
	let word: string | undefined;
	const endWord = () => {
		if (word !== undefined) {
			commands.at(-1)?.push(word);
			word = undefined;
		}
	};
	for (let at = 0; at < line.length; ) {
		const literal = literalAt(line, at);
		if (literal) {
			word = (word ?? '') + literal.text;
			at = literal.end;
			continue;
		}
		const join = JOINS.find(candidate => line.startsWith(candidate, at));
		if (join === undefined && line[at] !== ' ') {
			return undefined;
		}
		endWord();
		if (join !== undefined) {
			commands.push([]);
		}
		at += join?.length ?? 1;
	}
	endWord();
	return commands.every(isPlain) ? commands : undefined;
}

const JOINS = ['&&', '||', ';', '|'];
const LITERAL = /^[\w@%+=:,./-]$/;
/** In double quotes a shell replaces some characters; in both, nothing hidden may stand. */
const IN_QUOTES: Readonly<Record<string, RegExp>> = { "'": /^[^'\p{C}]*$/u, '"': /^[^"$`\\!\p{C}]*$/u };

/** A character that stands for itself, or a text in quotes. */
function literalAt(line: string, at: number): { text: string; end: number } | undefined {
	const first = line[at] ?? '';
	const allowed = IN_QUOTES[first];
	if (!allowed) {
		return LITERAL.test(first) ? { text: first, end: at + 1 } : undefined;
	}
	const end = line.indexOf(first, at + 1);
	const text = line.slice(at + 1, end);
	return end !== -1 && allowed.test(text) ? { text, end: end + 1 } : undefined;
}

function isPlain([program = '', ...rest]: readonly string[]): boolean {
	// zsh takes `=ls` for the path of that program.
	return PROGRAM.test(program) && !RESERVED.has(program) && rest.every(word => !word.startsWith('='));
}

/** Not an assignment, and not a job of the shell such as `%1`. */
const PROGRAM = /^[\w./+-][\w./+@:,-]*$/;

/** Words that a shell takes for itself at the place of a program. */
const RESERVED: ReadonlySet<string> = new Set([
	...['case', 'coproc', 'do', 'done', 'elif', 'else', 'end', 'esac', 'fi', 'for', 'foreach', 'function', 'if', 'in'],
	...['nocorrect', 'noglob', 'repeat', 'select', 'then', 'time', 'until', 'while', '-'],
]);
