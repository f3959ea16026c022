import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { CellOutput } from '@hawser/core/ports/notebooks.ts';
import { TerminalText } from '../terminals/terminal-text.ts';

interface OutputItem {
	mime: string;
	data: Uint8Array;
}

const STDOUT = 'application/vnd.code.notebook.stdout';
const STDERR = 'application/vnd.code.notebook.stderr';
const ERROR = 'application/vnd.code.notebook.error';

/** Forms of a result that a reader can read, the best first. HTML is not among them: it is mostly the markup of a table. */
const READABLE = ['text/plain', 'text/markdown', 'text/latex', 'application/json', 'text/csv'];

/** VS Code hands text over as bytes in UTF-8. */
const decoder = new TextDecoder();

/** One output, whose items are forms of the same: the most readable as text, the others by name and size. */
export function describeOutput(items: readonly OutputItem[]): CellOutput {
	const stream = items.find(({ mime }) => [STDOUT, STDERR, ERROR].includes(mime));
	const shown = stream ?? mostReadable(items);
	const media = items.filter(item => item !== shown).map(({ mime, data }) => ({ mime, bytes: data.length }));
	return {
		kind: kindOf(stream?.mime),
		...(shown && { text: shown.mime === ERROR ? errorText(shown) : plainText(decoder.decode(shown.data)) }),
		media,
	};
}

function kindOf(mime: string | undefined): CellOutput['kind'] {
	return mime === STDOUT ? 'stdout' : mime === STDERR ? 'stderr' : mime === ERROR ? 'error' : 'result';
}

function mostReadable(items: readonly OutputItem[]): OutputItem | undefined {
	for (const mime of READABLE) {
		const found = items.find(item => item.mime === mime);
		if (found) {
			return found;
		}
	}
	return items.find(({ mime }) => mime.startsWith('text/') && mime !== 'text/html');
}

/** The stack as a rule repeats name and message. */
function errorText({ data }: OutputItem): string {
	const text = decoder.decode(data);
	const { name, message, stack } = parsed(text);
	const head = [name, message].filter(part => typeof part === 'string' && part !== '').join(': ');
	const trace = typeof stack === 'string' ? plainText(stack) : '';
	const told = plainText(head);
	return trace.includes(told) && trace !== '' ? trace : [told, trace].filter(Boolean).join('\n') || text;
}

function parsed(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : {};
	} catch {
		return {};
	}
}

/** Without escape sequences, and with a progress bar in its last state, as on the screen. */
function plainText(text: string): string {
	const screen = new TerminalText();
	screen.push(text.replaceAll('\r\n', '\n'));
	return screen.text;
}
