import { homedir } from 'node:os';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { hawserHome } from '@hawser/link/home.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import type { SetupEnvironment } from '../setup/environment.ts';
import { askUser, isWatched } from '../terminal/ask-user.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { openWindows } from '../uninstall/open-windows.ts';
import { showUninstall } from '../uninstall/show-uninstall.ts';
import { carryOutUninstall, planUninstall, type UninstallReport } from '../uninstall/take-back.ts';

const REST =
	'What is left is yours to remove: the extension (code --uninstall-extension hawser.hawser-vscode), and the command if it came from npm (npm uninstall -g hawser).';

export async function run({ positionals, options: { yes, json } }: Arguments): Promise<number> {
	if (positionals.length > 0) {
		throw new ToolError('E_INVALID_PARAMS', 'It takes everything back, and nothing can be named.', {
			hint: `One client only: hawser setup CLIENT --remove. ${usageHint('uninstall')}`,
		});
	}
	const home = hawserHome();
	const environment: SetupEnvironment = {
		home: homedir(),
		env: process.env,
		platform: process.platform,
		project: process.cwd(),
	};
	const plan = await planUninstall(home, environment);
	if (!yes) {
		const open = await openWindows(home);
		const shown = isEmpty(plan) ? 'Hawser has written nothing for this user.' : showUninstall(plan, home, true);
		const mayAsk = !json && isWatched() && open.length === 0 && !isEmpty(plan);
		if (!mayAsk || !(await askUser(shown, 'Do all this?'))) {
			tell(json, plan, { done: false, text: mayAsk ? 'Nothing was changed.' : `${shown}\n${nextStep(open, plan)}` });
			return 0;
		}
	}
	// Asked now, not before: somebody may have thought about the question for an hour.
	const open = await openWindows(home);
	if (open.length > 0) {
		throw new ToolError('E_WINDOWS_OPEN', `Nothing was changed, because ${namesOf(open)}.`, {
			hint: 'Close them, or run "Hawser: Stop Server" in each, then try again: an open window would write its entries anew.',
			details: { windows: open.map(({ id, folders }) => ({ id, folders })) },
		});
	}
	const report = await carryOutUninstall(home, environment);
	const shown = isEmpty(report) ? 'Hawser has written nothing for this user.' : showUninstall(report, home, false);
	tell(json, report, { done: true, text: `${shown}\n${REST}` });
	return exitCodeOf(report);
}

function tell(json: boolean, report: UninstallReport, { done, text }: { done: boolean; text: string }): void {
	if (json) {
		printJson({ ok: exitCodeOf(report) === 0, done, ...report });
	} else {
		print(text.trimEnd());
	}
}

function nextStep(open: readonly WindowEntry[], plan: UninstallReport): string {
	if (open.length > 0) {
		return `First close the windows: ${namesOf(open)}.`;
	}
	return isEmpty(plan) ? REST : 'Nothing was changed. Add --yes to do it.';
}

function isEmpty({ clients, entries, state }: UninstallReport): boolean {
	return clients.length + entries.length + state.removed.length + state.kept.length === 0;
}

function namesOf(open: readonly WindowEntry[]): string {
	return open
		.map(
			({ id, folders, workspaceFile }) =>
				`window ${id} has ${workspaceFile ?? (folders.join(' + ') || 'no folder')} open`,
		)
		.join(', ');
}

/** What the trash holds is kept on purpose; what could not be taken back is not. */
function exitCodeOf({ clients, entries, state }: UninstallReport): number {
	const statuses = [...clients, ...entries].map(({ status }) => status);
	const unfinished = statuses.includes('refused') || state.kept.some(kept => kept.unfinished);
	return statuses.includes('unwritable') ? 5 : unfinished ? 3 : 0;
}
