import { describeEffect } from '../contract/effects.ts';
import { allowsCommand, isForWholeLine, isWholeLine } from './command-rules.ts';
import { digestOfAll, type PolicyCall } from './decide.ts';
import { runsNamedScript, wordsToScript } from './package-scripts.ts';
import { plainCommands } from './plain-commands.ts';
import type { Rule, RuleEffect } from './rule.ts';
import { runsItsArguments } from './running-programs.ts';

/**
 * The rule that a longer yes to this call makes: the same tool, and for a command line its first words, or the line as it is. Where it is
 * known what one script or task does, the rule holds for exactly that.
 */
export function suggestRule(call: Pick<PolicyCall, 'tool' | 'command' | 'digests'>): Rule {
	const { tool, command, digests = [] } = call;
	const digest = digestOfAll(call);
	const words = command && (command.ordinaryShell ? firstWords(command.line) : [command.line.trim()]);
	// Of several commands, only a rule about the whole line can say that the digests of all of them are meant.
	const isKnown = digests.length === 1 || command === undefined || isWholeLine(words ?? [], command);
	return {
		decision: 'allow',
		tool,
		...(words && { command: words }),
		...(digest !== undefined && isKnown && { digest }),
	};
}

/** A subcommand such as `test` in `npm test` belongs to what is allowed; options and files do not. */
function firstWords(line: string): readonly string[] {
	const commands = plainCommands(line);
	const [words = []] = commands ?? [];
	const [program = '', second = ''] = words;
	if (commands?.length !== 1) {
		return [line.trim()];
	}
	// Of a script its name belongs to it, and an option may stand before what is done: `npm --prefix x publish`.
	if (runsItsArguments(words) || second.startsWith('-')) {
		return words;
	}
	// It lists the scripts, and as the beginning of a line it would run all of them.
	if (runsNamedScript(words) && words.length === 2) {
		return [line.trim()];
	}
	const first = runsNamedScript(words) ? words.slice(0, wordsToScript(words)) : withCommand(program, second);
	// A yes that would not hold for the very line that it was given to would be asked for again and again.
	return allowsCommand([first], { line, ordinaryShell: true }) ? first : words;
}

function withCommand(program: string, second: string): readonly string[] {
	return /^[a-z][\w:-]*$/.test(second) ? [program, second] : [program];
}

/** The rule in a sentence for the user. */
export function describeRule({ decision, tool, effect, agent, folder, path, command, digest, until }: Rule): string {
	const what = [tool ?? 'every tool', ...(effect ? [describeEffects(effect)] : [])].join(' ');
	return [
		`${decision} ${what}`,
		...(command
			? [`${isForWholeLine(command) ? 'with the line' : 'with commands that begin with'}: ${command.join(' ')}`]
			: []),
		...(path === undefined ? [] : [`on ${path}`]),
		...(agent === undefined ? [] : [`by ${agent}`]),
		...(folder === undefined ? [] : [`in ${folder}`]),
		...(digest === undefined ? [] : [`as long as what it runs stays the same (${digest.slice(0, 8)})`]),
		...(until === undefined ? [] : [`until ${until}`]),
	].join(', ');
}

function describeEffects(effects: readonly RuleEffect[]): string {
	return `that ${effects.map(effect => (effect === 'guarded' ? 'does what is guarded' : describeEffect(effect))).join(' or ')}`;
}
