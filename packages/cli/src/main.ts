import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { type Arguments, parseArguments } from './input/arguments.ts';
import { COMMANDS, type CommandName, isCommandName } from './input/command-table.ts';

interface Command {
	/** Resolves with the exit code. */
	run(parsed: Arguments): number | Promise<number>;
}

/** Loaded when asked for: an agent waits for `hawser mcp`, and that needs none of the others. */
const LOADERS: Record<CommandName, () => Promise<Command>> = {
	mcp: () => import('./commands/mcp.ts'),
	windows: () => import('./commands/windows.ts'),
	tools: () => import('./commands/tools.ts'),
	call: () => import('./commands/call.ts'),
	script: () => import('./commands/script.ts'),
	status: () => import('./commands/status.ts'),
	config: () => import('./commands/config.ts'),
	exec: () => import('./commands/exec.ts'),
	setup: () => import('./commands/setup.ts'),
	uninstall: () => import('./commands/uninstall.ts'),
	rules: () => import('./commands/rules.ts'),
	changes: () => import('./commands/changes.ts'),
	log: () => import('./commands/log.ts'),
	undo: () => import('./commands/undo.ts'),
	hook: () => import('./commands/hook.ts'),
	doctor: () => import('./commands/doctor.ts'),
	headers: () => import('./commands/headers.ts'),
	completion: () => import('./commands/completion.ts'),
};

// The launcher runs this program with VS Code's own runtime; a program that it starts in turn must not take itself for Node.
delete process.env['ELECTRON_RUN_AS_NODE'];

async function main([first = 'help', ...rest]: readonly string[]): Promise<number> {
	if (isCommandName(first)) {
		const parsed = parseArguments(first, first === 'hook' ? rest.filter(isKnownToHook) : rest);
		if (parsed.options.help) {
			return (await import('./commands/help.ts')).printCommandHelp(first, parsed.positionals);
		}
		return (await LOADERS[first]()).run(parsed);
	}
	switch (first) {
		case 'help':
		case '--help':
		case '-h':
			return (await import('./commands/help.ts')).printHelp(rest[0]);
		case 'version':
		case '--version':
		case '-v':
			return (await import('./commands/help.ts')).printVersion();
		default:
			throw unknownCommand(first);
	}
}

/** What an agent's settings say beyond its name must not make the hook fail. */
function isKnownToHook(word: string): boolean {
	return !word.startsWith('-') || word === '--help' || word === '-h';
}

function unknownCommand(word: string): ToolError {
	const meant = nearestName(word, [...Object.keys(COMMANDS), 'help']);
	const kind = word.startsWith('-') ? 'option' : 'command';
	const advice = meant === undefined ? '.' : `; did you mean "hawser ${meant}"?`;
	return new ToolError('E_INVALID_PARAMS', `There is no ${kind} "${word}"${advice}`, {
		hint: `The commands are: ${Object.keys(COMMANDS).join(', ')}. More: hawser --help.`,
	});
}

/** What was printed must be out before the process ends; sockets and watches must not hold it. */
function exit(code: number): void {
	process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

const words = process.argv.slice(2);
// The reader has gone, as in `hawser tools | head`: nobody is left to tell.
process.stdout.on('error', () => process.exit(0));
try {
	exit(await main(words));
} catch (cause) {
	if (words[0] === 'hook') {
		// Exit code 2 would tell the agent that its edit is refused.
		process.exit(0);
	}
	const { printFailure } = await import('./terminal/print-failure.ts');
	exit(printFailure(cause, words.includes('--json')));
}
