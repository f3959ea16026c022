import { alignColumns, paint, type Style } from '../terminal/terminal.ts';
import type { ListedClient } from './list-clients.ts';
import type { SetupReport } from './set-up-client.ts';

/** What needs no setting up; the rest of this page is about Hawser's tools. */
const AUTOMATIC =
	'Without any of it, Claude Code, opencode and Copilot CLI find the open window for your selection and their diffs, Gemini CLI and Qwen Code after their command /ide enable.';

export function showList(clients: readonly ListedClient[]): string {
	const rows = clients.map(client => [client.client, client.installed ? 'installed' : '-', intention(client)]);
	const isSetUp = clients.some(({ configured }) => configured === 'stdio' || configured === 'http');
	const advice = [
		'Show the changes and write them: hawser setup.',
		'Only one: hawser setup CLIENT.',
		...(isSetUp ? ['Take it out: hawser setup --remove.'] : []),
	];
	return [alignColumns(rows), paint('dim', advice.join(' ')), paint('dim', AUTOMATIC)].join('\n');
}

function intention({ configured, file, installed, reason }: ListedClient): string {
	if (file === undefined) {
		return 'has no file for projects';
	}
	switch (configured) {
		case 'stdio':
		case 'http':
			return `knows Hawser (${configured}): ${file}`;
		case 'other':
			return `has another server with the name hawser: ${file}`;
		case 'unreadable':
			return `would be left alone, because ${reason ?? 'it cannot be read'}: ${file}`;
		case 'no':
			return installed ? `would add hawser to ${file}` : '';
	}
}

const HEADLINES: Record<SetupReport['status'], { text: string; style: Style }> = {
	written: { text: 'written', style: 'green' },
	removed: { text: 'taken out', style: 'green' },
	unchanged: { text: 'nothing to do', style: 'green' },
	unneeded: { text: 'needs nothing', style: 'green' },
	planned: { text: 'nothing written', style: 'yellow' },
	refused: { text: 'left alone', style: 'red' },
	unwritable: { text: 'left alone', style: 'red' },
};

/** Stands under each change when nobody is there to be asked. */
export const ADD_YES = '  Add --yes to write it.';

export function showReport(report: SetupReport, { withDiff }: { withDiff: boolean }): string {
	const { title, file, status, diff, reason, check, notes } = report;
	const { text, style } = HEADLINES[status];
	return [
		`${paint('bold', title)}: ${paint(style, text)}${file === undefined ? '' : `  ${file}`}`,
		...(diff === undefined || !withDiff ? [] : [diff.split('\n').map(paintLine).join('\n')]),
		...(reason === undefined ? [] : [`  Why: ${reason}.`]),
		...(status === 'planned' && withDiff ? [ADD_YES] : []),
		...(check === undefined ? [] : [`  ${check.command}: ${check.state}. ${check.said}`]),
		...(status === 'planned' && !withDiff ? [] : notes.map(note => `  ${note}`)),
	].join('\n');
}

function paintLine(line: string): string {
	const style = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
	return `    ${paint(style, line)}`;
}
