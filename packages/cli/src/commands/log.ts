import { isRecord, textOf } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { FOLLOW_LOG_PATH, LOG_PATH } from '@hawser/link/ask-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import { LineSplitter } from '@hawser/node/lines.ts';
import type { Arguments } from '../input/arguments.ts';
import { paint, print } from '../terminal/terminal.ts';
import { choosePlace } from '../transports/workspace.ts';

/** `hawser log`: what the window tells of its calls, now or as they come. */
export async function run({ options }: Arguments): Promise<number> {
	const link = windowLink(hawserHome(), { onlyWindowAnswers: true });
	try {
		const entry = link.windows.find(choosePlace(options));
		await new Promise<void>((resolve, reject) => {
			const lines = new LineSplitter(line => show(line, options.json));
			let refused: number | undefined;
			link.http.send(
				entry,
				{ method: 'GET', path: options.follow ? FOLLOW_LOG_PATH : LOG_PATH },
				{
					head(status) {
						refused = status === 200 ? undefined : status;
					},
					body: bytes => (refused === undefined ? lines.push(bytes) : undefined),
					end() {
						lines.end();
						if (refused === undefined) {
							resolve();
						} else {
							reject(gone(entry, `it refused with HTTP status ${refused}`));
						}
					},
					fail: reason => reject(gone(entry, reason === 'lost' ? 'it has closed or reloaded' : 'nobody answers')),
				},
			);
		});
		return 0;
	} finally {
		link.close();
	}
}

function gone({ id, folders }: WindowEntry, why: string): ToolError {
	return new ToolError('E_WINDOW_GONE', `The window ${id} tells no more: ${why}.`, { details: { folders } });
}

function show(line: string, json: boolean): void {
	if (line.trim() === '') {
		return;
	}
	print(json ? line : inWords(line));
}

/** The line for a user. */
function inWords(line: string): string {
	const call: unknown = JSON.parse(line);
	if (!isRecord(call)) {
		return line;
	}
	const { time, agent, tool, subject, outcome, duration, missed } = call;
	if (typeof missed === 'number') {
		return paint('yellow', `(${missed} calls left out: they came faster than this could be read)`);
	}
	const at = new Date(textOf(time) ?? '').toLocaleTimeString(undefined, { timeStyle: 'medium' });
	const ended = outcome === 'ok' ? paint('green', 'ok') : paint('red', textOf(outcome) ?? '');
	const about = textOf(subject) ?? '';
	return [paint('dim', at), textOf(agent), paint('bold', textOf(tool) ?? ''), about, ended, `${Number(duration)} ms`]
		.filter(part => part !== undefined && part !== '')
		.join('  ');
}
