import { plainCommands } from './plain-commands.ts';
import { type Rule, readRule } from './rule.ts';

/** The fields of a rule as a user types them: in a form, or as name=value in a shell. An empty text is no field. */
export type RuleTexts = Readonly<Partial<Record<string, string>>>;

/**
 * The rule that the texts say, or a sentence on what is wrong with them. Fields of the rule before that are not among the texts
 * stay as they were.
 */
export function ruleFromTexts(texts: RuleTexts, before: Partial<Rule> = {}): Rule | string {
	const typed = Object.entries(texts).map(([name, text = '']) => [name, text.trim()] as const);
	const kept = Object.entries(before).filter(([name]) => !(name in texts));
	return readRule(
		Object.fromEntries([
			...kept,
			...typed.filter(([, text]) => text !== '').map(([name, text]) => [name, valueOf(name, text)]),
		]),
	);
}

/** What has to be typed to get this rule. */
export function textsOfRule({ effect, command, ...texts }: Rule): RuleTexts {
	return {
		...texts,
		...(effect && { effect: effect.join(',') }),
		...(command && { command: lineOf(command) }),
	};
}

function valueOf(name: string, text: string): unknown {
	switch (name) {
		case 'effect':
			return text.split(',').map(word => word.trim());
		case 'command': {
			const commands = plainCommands(text);
			// A line that is not plain is meant as it stands.
			return commands?.length === 1 ? commands[0] : [text];
		}
		default:
			return text;
	}
}

/** A single text is a whole line; several words are quoted where the shell would split or replace them. */
function lineOf(words: readonly string[]): string {
	const [only = ''] = words;
	return words.length === 1 ? only : words.map(quoted).join(' ');
}

function quoted(word: string): string {
	if (/^[\w@%+=:,./-]+$/.test(word)) {
		return word;
	}
	return word.includes("'") ? `"${word}"` : `'${word}'`;
}
