import { plainCommands } from './plain-commands.ts';
import { hasRunningOption } from './running-options.ts';
import { hasRunningCommands, PROGRAM_ENDING, runsItsArguments } from './running-programs.ts';

/** A command line as a tool would run it. */
export interface CommandLine {
	line: string;
	/** False when the shell is one whose rules are not ours to know. */
	ordinaryShell: boolean;
	/** True when the caller changes variables, chooses the terminal or the folder: then nothing is known of what the words mean. */
	ownSurroundings?: boolean;
}

/**
 * True when the rule allows all that the line does: the line is proven plain, and each of its commands begins with the words of a rule.
 * Programs that run what their arguments say are allowed only with exactly these arguments.
 */
export function allowsCommand(rules: readonly (readonly string[])[], command: CommandLine): boolean {
	const { line, ordinaryShell, ownSurroundings = false } = command;
	if (ownSurroundings) {
		return false;
	}
	if (rules.some(words => isWholeLine(words, command))) {
		return true;
	}
	const commands = ordinaryShell ? plainCommands(line) : undefined;
	if (!commands) {
		return false;
	}
	const works = commands.filter(words => !isNeutral(words));
	// In another folder, a program that is named by its place is another one.
	const isElsewhere = ([program = '']: readonly string[]) => program.includes('/') && !program.startsWith('/');
	const moves = commands.some(([program]) => program === 'cd');
	return (
		works.length > 0 &&
		works.every(words => !(moves && isElsewhere(words)) && rules.some(rule => beginsWith(words, rule)))
	);
}

/** True for a rule about exactly this line, whatever the shell makes of it. */
export function isWholeLine(rule: readonly string[], { line }: CommandLine): boolean {
	return isForWholeLine(rule) && rule[0] === line.trim();
}

/** One word with a blank in it is a line, and no beginning of one. */
export function isForWholeLine(rule: readonly string[]): boolean {
	return rule.length === 1 && rule[0]?.includes(' ') === true;
}

/**
 * True when the words stand in the line, however they are quoted and whatever stands before them. Options between them do not
 * count, as in `git -C x push`.
 */
export function mentionsCommand(rule: readonly string[], { line }: CommandLine): boolean {
	const [program = '', ...rest] = rule;
	if (rest.length > 0 && line.includes(rule.join(' '))) {
		return true;
	}
	const name = withoutEnding(program);
	// Most lines have nothing to do with most rules.
	if (!lettersOf(line).includes(lettersOf(name))) {
		return false;
	}
	return readings(line).some(words =>
		words.some((word, at) => {
			const called = withoutEnding(word);
			return (called === name || called.endsWith(`/${name}`)) && follow(rest, words, at + 1);
		}),
	);
}

/** Some file systems do not tell capitals apart, and Windows gives programs an ending. */
function withoutEnding(program: string): string {
	return program.toLowerCase().replaceAll('\\', '/').replace(PROGRAM_ENDING, '');
}

function lettersOf(text: string): string {
	return text.toLowerCase().replaceAll(/["'\\/\s]/g, '');
}

/** The words of the line in every way in which a shell may take them: a text in quotes may be one word, or a line for another shell. */
function readings(line: string): readonly (readonly string[])[] {
	const joined = line.replaceAll(/\\\r?\n/g, '');
	const held = [line, joined].flatMap(text => [text, ...QUOTED.map(quoted => text.replaceAll(quoted, asOneWord))]);
	// A backslash stands before a character, or between folders.
	const texts = held.flatMap(text => ['', '/'].map(instead => text.replaceAll(/["']/g, '').replaceAll('\\', instead)));
	return [...new Set(texts)].map(text => text.split(BETWEEN));
}

/** Either kind of quotes may stand within the other, and a blank may stand behind a backslash instead. */
const QUOTED = [/'[^']*'|\\[ \t]/g, /"[^"]*"|\\[ \t]/g, /\\"[^"]*"|\\[ \t]/g, /'[^']*'|"[^"]*"|\\[ \t]/g];

function asOneWord(text: string): string {
	return text.replaceAll(/[\s;&|()<>{}`$,]/g, '_');
}

/** True when the words stand from this place on, with nothing but options and their values between them. */
function follow(rest: readonly string[], words: readonly string[], from: number): boolean {
	let at = from;
	for (const part of rest) {
		while (words[at] !== part && words[at]?.startsWith('-') === true) {
			const next = at + 1;
			at = VALUES_OF_OPTION.map(step => next + step).find(place => isNextOf(words[place], part)) ?? next;
		}
		if (words[at] !== part) {
			return false;
		}
		at++;
	}
	return true;
}

/** An option may have a value, and that may have an equals sign, at which words are split. */
const VALUES_OF_OPTION = [0, 1, 2];

function isNextOf(word: string | undefined, part: string): boolean {
	return word === part || word?.startsWith('-') === true;
}

const BETWEEN = /[\s;&|()<>{}`$=,]+/;

function beginsWith(words: readonly string[], rule: readonly string[]): boolean {
	const all = rule.length > 0 && rule.every((word, index) => words[index] === word);
	if (!all || words.length === rule.length) {
		return all;
	}
	return !runsItsArguments(words) && !isBare(rule) && !hasRunningOption(words, rule.length);
}

/** A program without a command, where the command says what is done. */
function isBare(rule: readonly string[]): boolean {
	return rule.length === 1 && hasRunningCommands(rule);
}

/** Changes nothing but where the next command runs, and that stays below the folder. */
function isNeutral([program, target, ...rest]: readonly string[]): boolean {
	if (program === 'cd') {
		return target !== undefined && rest.length === 0 && !/^[-/]|(?:^|\/)\.\.(?:\/|$)/.test(target);
	}
	return (program === 'pwd' || program === 'true') && target === undefined;
}
