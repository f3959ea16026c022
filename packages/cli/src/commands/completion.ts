import { DIALECT_NAMES } from '@hawser/core/dialects/dialect-names.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { COMMANDS, commandFacts, isCommandName } from '../input/command-table.ts';
import { toolArguments } from '../input/json-schema.ts';
import { CLIENT_NAMES } from '../setup/client-names.ts';
import { print } from '../terminal/terminal.ts';
import { findTool, manifest } from '../tools/published-tools.ts';
import { TRANSPORTS } from '../transports/transport-names.ts';

/** The scripts ask this program what could follow, so they need not change when it does. */
const SCRIPTS: Record<string, string> = {
	bash: `_hawser() {
	local IFS=$'\\n'
	COMP_WORDBREAKS=\${COMP_WORDBREAKS//=}
	COMPREPLY=($(hawser completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
	if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _hawser hawser`,
	zsh: `#compdef hawser
_hawser() {
	local -a found
	found=("\${(@f)$(hawser completion --words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "\${found[1]}" ]]; then
		compadd -S '' -- \${(M)found:#*=}
		compadd -- \${found:#*=}
	else
		_files
	fi
}
compdef _hawser hawser`,
	fish: `complete -c hawser -f -a '(hawser completion --words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c hawser -n '__fish_seen_argument -l workspace; or __fish_seen_argument -l input' -F`,
};

export function run({ positionals, options }: Arguments): number {
	if (options.words) {
		print(completions(positionals).join('\n'));
		return 0;
	}
	const [shell = ''] = positionals;
	const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
	if (script === undefined) {
		const which = shell === '' ? 'Which shell?' : `There is no completion for "${shell}".`;
		throw new ToolError('E_INVALID_PARAMS', `${which} It is made for ${Object.keys(SCRIPTS).join(', ')}.`, {
			hint: usageHint('completion'),
		});
	}
	print(script);
	return 0;
}

/** Lists what could stand in place of the last word. */
export function completions(words: readonly string[]): string[] {
	const last = words.at(-1) ?? '';
	return candidates(words.slice(0, -1), last).filter(candidate => candidate.startsWith(last) && candidate !== last);
}

function candidates([command, ...given]: readonly string[], last: string): string[] {
	if (command === undefined) {
		return [...Object.keys(COMMANDS), 'help', '--help', '--version'];
	}
	const tools = manifest.tools.map(({ name }) => name);
	if (command === 'help') {
		return [...Object.keys(COMMANDS), ...tools];
	}
	if (!isCommandName(command)) {
		return [];
	}
	const previous = given.at(-1);
	if (previous === '--transport') {
		return [...TRANSPORTS];
	}
	if (previous === '--dialect') {
		return [...DIALECT_NAMES];
	}
	if (previous === '--toolsets') {
		return ['default', 'all', ...manifest.toolsets.map(({ thing }) => thing)];
	}
	if (last.startsWith('-')) {
		return Object.keys(commandFacts(command).options).map(name => `--${name}`);
	}
	if (command === 'call' && given.length > 0) {
		return argumentCandidates(given, last);
	}
	if (command === 'tools' && given.length === 0) {
		return [...tools, 'new', 'check'];
	}
	if (command === 'call') {
		return tools;
	}
	if (command === 'setup') {
		return CLIENT_NAMES.filter(name => !given.includes(name));
	}
	return command === 'completion' ? Object.keys(SCRIPTS) : [];
}

function argumentCandidates([toolName = '', ...given]: readonly string[], last: string): string[] {
	const tool = findTool(toolName);
	if (tool === undefined) {
		return [];
	}
	const known = toolArguments(tool);
	const [key] = last.includes('=') ? last.split('=') : [];
	if (key !== undefined) {
		const argument = known.find(({ name }) => name === key);
		const choices = argument?.type === 'boolean' ? ['true', 'false'] : (argument?.choices ?? []);
		return choices.map(choice => `${key}=${choice}`);
	}
	return known
		.filter(({ name, type }) => type === 'array' || !given.some(word => word.startsWith(`${name}=`)))
		.map(({ name }) => `${name}=`);
}
