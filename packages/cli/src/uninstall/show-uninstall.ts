import { pathBelow } from '@hawser/node/path-rules.ts';
import type { SetupReport } from '../setup/set-up-client.ts';
import { ADD_YES, showReport } from '../setup/show-setup.ts';
import { paint, type Style } from '../terminal/terminal.ts';
import type { EntryReport, UninstallReport } from './take-back.ts';

const HEADLINES: Record<EntryReport['status'], { text: string; style: Style }> = {
	planned: { text: 'would be taken out', style: 'yellow' },
	removed: { text: 'taken out', style: 'green' },
	refused: { text: 'left alone', style: 'red' },
	unwritable: { text: 'left alone', style: 'red' },
};

/** Tells what would be done or was done, one file after the other. */
export function showUninstall({ clients, entries, state }: UninstallReport, home: string, planned: boolean): string {
	const verb = planned ? paint('yellow', 'would be removed') : paint('green', 'removed');
	// What is inside of a folder that goes needs no line of its own.
	const goes = state.removed.includes(home) ? state.removed.filter(place => !pathBelow(home, place)) : state.removed;
	return [
		...clients.map(showClient),
		...entries.flatMap(showEntry),
		...goes.map(place => `${place}: ${verb}`),
		...state.kept.map(({ path, why }) => `${path}: ${paint('yellow', 'kept')}\n  Why: ${why}.`),
	].join('\n');
}

/** As `hawser setup` shows it; only that nothing is written one by one. */
function showClient(report: SetupReport): string {
	const lines = showReport({ ...report, notes: [] }, { withDiff: true }).split('\n');
	return lines.filter(line => line !== ADD_YES).join('\n');
}

function showEntry({ file, path, exclude, status, reason }: EntryReport): string[] {
	const { text, style } = HEADLINES[status];
	return [
		`${file}: the entry ${path.join('.')} ${paint(style, text)}`,
		...(exclude === undefined ? [] : [`${exclude.file}: the line ${exclude.line} ${paint(style, text)}`]),
		...(reason === undefined ? [] : [`  Why: ${reason}.`]),
	];
}
