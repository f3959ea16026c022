import { askHealth, type WindowHealth } from '@hawser/link/ask-window.ts';
import { placeOf } from '@hawser/link/find-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { type WindowLink, windowLink } from '@hawser/link/window-link.ts';
import type { Arguments } from '../input/arguments.ts';
import { alignColumns, paint, print, printJson } from '../terminal/terminal.ts';
import { choosePlace } from '../transports/workspace.ts';

interface OpenWindow {
	entry: WindowEntry;
	health: WindowHealth;
}

export async function run({ options }: Arguments): Promise<number> {
	const link = windowLink(hawserHome(), { onlyWindowAnswers: true });
	const open = await openWindows(link);
	const current = currentWindow(link, choosePlace(options), open);
	if (options.json) {
		printJson({ windows: open.map(window => publicFacts(window, current)) });
	} else if (open.length === 0) {
		print(
			'No VS Code window with Hawser is open. Open a folder in VS Code with the Hawser extension; "hawser doctor" tells more.',
		);
	} else {
		print(table(open, current));
	}
	link.close();
	return 0;
}

/** Only the answer of a window counts: its entry may be all that is left of it. */
async function openWindows(link: WindowLink): Promise<OpenWindow[]> {
	const asked = await Promise.all(
		link.windows.all().map(entry =>
			askHealth(link.http, entry).then(
				health => [{ entry, health }],
				() => [],
			),
		),
	);
	return asked.flat().sort((left, right) => right.entry.startedAt - left.entry.startedAt);
}

function currentWindow(link: WindowLink, workspace: string, open: readonly OpenWindow[]): string | undefined {
	const answering = new Set(open.map(({ entry }) => entry.id));
	const dead = new Set(link.windows.all().flatMap(({ id }) => (answering.has(id) ? [] : [id])));
	try {
		return link.windows.find(workspace, dead).id;
	} catch {
		return undefined;
	}
}

function table(open: readonly OpenWindow[], current: string | undefined): string {
	const rows = open.map(({ entry, health }) => [
		entry.id === current ? '→' : ' ',
		entry.folders.length === 0 && entry.workspaceFile === undefined ? `(${placeOf(entry)})` : placeOf(entry),
		`port ${entry.port}`,
		`window ${entry.id}`,
		`${entry.app}${entry.remote === undefined ? '' : ` (${entry.remote})`}`,
		`Hawser ${entry.version}`,
		[...(health.focused ? ['focused'] : []), ...(health.trusted ? [] : ['not trusted'])].join(', '),
	]);
	const arrow = open.some(({ entry }) => entry.id === current)
		? '→ answers for this folder.'
		: 'None of them has this folder open.';
	return `${alignColumns(rows)}\n${paint('dim', arrow)}`;
}

/** Everything but the token. */
function publicFacts({ entry, health: { focused, trusted } }: OpenWindow, current: string | undefined) {
	const facts: Partial<WindowEntry> = { ...entry };
	delete facts.token;
	return { ...facts, focused, trusted, current: entry.id === current };
}
