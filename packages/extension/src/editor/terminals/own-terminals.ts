import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { plainCommands } from '@hawser/core/policy/plain-commands.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { shorten } from '@hawser/core/text/shorten.ts';
import { resultWithin, startTimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { CommandRecord } from './command-record.ts';
import { defaultShell } from './default-shell.ts';
import { followFile } from './followed-file.ts';
import { readsFromTerminal } from './input-wanted.ts';
import { interpreterOf, launcherScript, readMark } from './launcher.ts';
import { type OwnTerminal, openServantTerminal, openShellTerminal, type Place } from './own-terminal.ts';
import type { ShellExecutions } from './shell-executions.ts';
import { abandonCommand } from './stop-command.ts';
import type { TerminalFolder } from './terminal-folder.ts';

/** Shells that VS Code has shell integration for. */
const INTEGRATED = /^(?:bash|zsh|fish|pwsh)$/;
/** A slow start-up file of the shell takes this long; then it is done without the prompt. */
const INTEGRATION_LIMIT = 10_000;
const START_LIMIT = 15_000;
/** A prompt comes back within milliseconds of the end of a command; a new terminal takes longer than this. */
const PROMPT_LIMIT = 1000;
/** A terminal's name shares a narrow list with others. */
const MAX_NAME = 40;
/** A background process may write on after its command has ended. */
const FOLLOW_AFTER_END = 60_000;

export interface OwnTerminals {
	/** An idle terminal of this agent for the command, or a new one. */
	idle(request: Pick<RunRequest, 'cwd' | 'command'> & { agent: string }, signal: Cancellation): Promise<Slot>;
	find(terminal: vscode.Terminal): Slot | undefined;
	/** Something was typed into it. */
	taint(terminal: vscode.Terminal): void;
	run(slot: Slot, request: RunRequest, signal: Cancellation): Promise<CommandRecord>;
}

export interface RunRequest {
	command: string;
	cwd: string;
	shownCwd: string;
	env: Readonly<Record<string, string>>;
}

/** One of our terminals and its last command. */
export interface Slot {
	readonly id: string;
	readonly own: OwnTerminal;
	/** What the agent calls itself for whom it was opened. */
	readonly agent: string;
	/** Taken by a call that is about to start a command. */
	reserved: boolean;
	record?: CommandRecord;
	/**
	 * What ran in it, or was typed into it, may have changed the shell behind its prompt. A command that a rule may have allowed for its
	 * words alone does not run there.
	 */
	tainted: boolean;
	/** Process group of the command. */
	group?: number;
	/** True when the agent knows how the command ended. */
	delivered: boolean;
}

export function createOwnTerminals({
	folder,
	executions,
	idOf,
}: {
	folder: TerminalFolder;
	executions: ShellExecutions;
	idOf: (terminal: vscode.Terminal) => string;
}): OwnTerminals & vscode.Disposable {
	const slots: Slot[] = [];
	const withoutIntegration = new Set<string>();
	const followers = new Set<() => void>();
	/** Terminals that were opened for each agent. */
	const opened = new Map<string, number>();
	const find = (terminal: vscode.Terminal) => slots.find(({ own }) => own.terminal === terminal);

	const openTerminal = async (place: Place, signal: Cancellation): Promise<OwnTerminal> => {
		const { shell } = place;
		if (hasIntegration(shell) && !withoutIntegration.has(shell)) {
			const terminal = await openShellTerminal(place, executions, { milliseconds: INTEGRATION_LIMIT, signal });
			if (terminal) {
				return terminal;
			}
			withoutIntegration.add(shell);
		}
		return openServantTerminal(place, folder);
	};

	const addSlot = async (agent: string, cwd: string, shell: string, signal: Cancellation): Promise<Slot> => {
		const count = (opened.get(agent) ?? 0) + 1;
		opened.set(agent, count);
		const name = shorten(agent, MAX_NAME);
		const place = { name: count === 1 ? name : `${name} ${count}`, cwd, shell, scripts: folder.path };
		const own = await openTerminal(place, signal);
		const slot: Slot = { id: idOf(own.terminal), own, agent, reserved: true, tainted: false, delivered: true };
		slots.push(slot);
		return slot;
	};

	/** A terminal whose command is over, so that its prompt must be on its way. Where one does not come, nobody waits again. */
	const soonIdle = async (free: readonly Slot[], signal: Cancellation): Promise<Slot | undefined> => {
		const [slot] = free.filter(({ record }) => record !== undefined && record.endedSince() < PROMPT_LIMIT);
		if (!slot) {
			return undefined;
		}
		slot.reserved = true;
		let idle = false;
		try {
			idle = await slot.own.untilIdle({ milliseconds: PROMPT_LIMIT, signal });
		} finally {
			slot.reserved = idle;
		}
		return idle ? slot : undefined;
	};

	const closing = vscode.window.onDidCloseTerminal(terminal => {
		const index = slots.findIndex(({ own }) => own.terminal === terminal);
		if (index !== -1) {
			slots[index]?.record?.end(undefined, { closed: true });
			slots.splice(index, 1);
		}
	});

	/** Follows the output file until the terminal or the last writer is gone. */
	const follow = async (slot: Slot, record: CommandRecord, output: string) => {
		const file = await followFile(output, text => record.append(text));
		let timer: NodeJS.Timeout | undefined;
		const stop = () => {
			clearTimeout(timer);
			clearInterval(liveness);
			followers.delete(stop);
			file.close();
		};
		const liveness = setInterval(() => {
			if (!record.running) {
				timer ??= setTimeout(stop, FOLLOW_AFTER_END);
			} else if (slot.group !== undefined && slot.record === record && !groupExists(slot.group)) {
				// Killed together with the launcher, which could not tell. What it wrote is read first.
				void file.read().then(() => record.end(undefined));
			}
			if (slot.record !== record) {
				stop();
			}
		}, 500);
		followers.add(stop);
	};

	return {
		async idle({ agent, cwd, command }, signal) {
			const shell = await defaultShell(signal);
			const plain = plainCommands(command) !== undefined;
			const free = slots.filter(
				({ own, agent: owner, reserved, tainted, record, delivered }) =>
					owner === agent &&
					!reserved &&
					!(plain && tainted) &&
					own.shell === shell &&
					!own.usedByUser() &&
					delivered &&
					record?.running !== true,
			);
			const ready = free.find(({ own }) => own.isIdle()) ?? (await soonIdle(free, signal));
			if (ready) {
				ready.reserved = true;
				return ready;
			}
			return addSlot(agent, cwd, shell, signal);
		},
		find,
		taint(terminal) {
			const slot = find(terminal);
			if (slot) {
				slot.tainted = true;
			}
		},
		async run(slot, { command, cwd, shownCwd, env }, signal) {
			const timeLimit = startTimeLimit(START_LIMIT, signal);
			const output = await folder.newFile('.out');
			const script = await folder.newFile('.sh');
			const nonce = randomBytes(8).toString('hex');
			const interpreter = interpreterOf(slot.own.shell);
			await writeFile(output, '', { mode: 0o600 });
			const atPrompt = slot.own.byShellIntegration;
			const content = launcherScript({ interpreter, command, cwd, env, output, nonce, atPrompt });
			await writeFile(script, content, { mode: 0o600 });
			let begun: ((value: true) => void) | undefined;
			const started = new Promise<true>(resolve => {
				begun = resolve;
			});
			const record = new CommandRecord({
				terminal: slot.id,
				command,
				cwd: shownCwd,
				rawFile: output,
				file: () => folder.newFile('.txt'),
				readsInput: async () => slot.group !== undefined && (await readsFromTerminal(slot.group)),
				onMark(payload) {
					const mark = readMark(payload, nonce);
					if (mark?.kind === 'start') {
						slot.group = mark.pid;
						begun?.(true);
					} else if (mark) {
						record.end(mark.exitCode);
					}
				},
				interrupt: () => void abandonCommand(slot.own.terminal, record),
				onDelivered: () => {
					if (slot.record === record) {
						slot.delivered = true;
					}
				},
			});
			slot.record = record;
			slot.tainted ||= plainCommands(command) === undefined;
			delete slot.group;
			slot.delivered = false;
			slot.reserved = false;
			await follow(slot, record, output);
			await slot.own.start(script);
			if ((await resultWithin(started, timeLimit.left())) === undefined) {
				// Otherwise it could run later, when nobody expects it.
				await writeFile(script, '');
				record.end(undefined);
				throw new ToolError('E_TERMINAL_FAILED', `The terminal "${slot.own.terminal.name}" did not take the command.`);
			}
			return record;
		},
		dispose() {
			closing.dispose();
			for (const stop of followers) {
				stop();
			}
			for (const { own } of slots) {
				own.terminal.dispose();
			}
		},
	};
}

function hasIntegration(shell: string): boolean {
	const name = shell.split('/').at(-1) ?? '';
	const allowed = vscode.workspace.getConfiguration('terminal.integrated').get('shellIntegration.enabled');
	return allowed !== false && INTEGRATED.test(name);
}

function groupExists(group: number): boolean {
	try {
		process.kill(-group, 0);
		return true;
	} catch {
		return false;
	}
}
