import type { RecordedFrame } from '@hawser/core/ports/recordings.ts';

/** Something that was thrown, as the program printed it. */
export interface PrintedException {
	text: string;
	uncaught: boolean;
	/** Innermost first; grows while its lines come in. */
	stack: RecordedFrame[];
}

const LINES_OF_MESSAGE = 8;
const FRAMES = 30;
const FRAME = /^\s+at (.+)$/;
const HEAD =
	/^(?<uncaught>Uncaught |Unhandled exception[.:] |Exception in thread "[^"]*" )?(?<text>(?:[\w$.]*(?:Error|Exception|Throwable)\b|\w[\w$.]*: ).*)/;
const NAMED_ERROR = /^[\w$.]*(?:Error|Exception|Throwable)\b/;
/** js-debug writes `Uncaught RangeError RangeError: …`. */
const DOUBLED_NAME = /^([\w$.]+) \1\b/;
const PROPERTIES = / \{(?:\S.*)?$/s;
const PYTHON_HEAD = 'Traceback (most recent call last):';
const PYTHON_FRAME = /^\s+File "(.+)", line (\d+), in (.+)$/s;

/**
 * Finds stack traces in lines of output: those of JavaScript, Java and .NET, where "at" follows the message, and those of
 * Python, where the message follows the frames. Gives a trace as soon as it is one; its frames may still grow.
 */
export function createThrownInOutput(found: (exception: PrintedException) => void): (line: string) => void {
	let recent: string[] = [];
	let open: PrintedException | undefined;
	let python: RecordedFrame[] | undefined;

	const takePython = (line: string, frames: RecordedFrame[]) => {
		const [, path, number, functionName = ''] = PYTHON_FRAME.exec(line) ?? [];
		if (path !== undefined) {
			frames.unshift({ functionName, path, line: Number(number) });
		} else if (/^\S/.test(line)) {
			python = undefined;
			found({ text: line, uncaught: false, stack: frames.slice(0, FRAMES) });
		}
	};

	return line => {
		if (line.trim() === PYTHON_HEAD) {
			python = [];
			return;
		}
		if (python) {
			takePython(line, python);
			return;
		}
		const [, call] = FRAME.exec(line) ?? [];
		if (call === undefined) {
			open = undefined;
			recent = [...recent, line].slice(-LINES_OF_MESSAGE);
			return;
		}
		const begun = open ? undefined : headOf(recent);
		open ??= begun;
		recent = [];
		if (open && open.stack.length < FRAMES) {
			open.stack.push(frameOf(call));
		}
		if (begun) {
			found(begun);
		}
		// Fields of the error follow, among them maybe the stack once more.
		if (PROPERTIES.test(call)) {
			open = undefined;
		}
	};
}

/** The message above the first frame; it may have several lines. */
function headOf(lines: readonly string[]): PrintedException | undefined {
	const index = lines.findLastIndex(line => {
		const { uncaught, text = '' } = HEAD.exec(line)?.groups ?? {};
		return uncaught !== undefined || NAMED_ERROR.test(text);
	});
	const { uncaught, text } = HEAD.exec(lines[index] ?? '')?.groups ?? {};
	return text === undefined
		? undefined
		: {
				text: [text.replace(DOUBLED_NAME, '$1'), ...lines.slice(index + 1)].join('\n').trimEnd(),
				uncaught: uncaught !== undefined,
				stack: [],
			};
}

/** The frames of a stack trace, as JavaScript writes it. */
export function framesIn(trace: string): RecordedFrame[] {
	return trace
		.split('\n')
		.flatMap(line => FRAME.exec(line)?.[1] ?? [])
		.slice(0, FRAMES)
		.map(frameOf);
}

/** Line and column at the end of a frame. */
const PLACE = /:(?:line )?(\d+)(?::(\d+))?\)?$/;

/** `name (path:line:column)`, `path:line:column`, `name(File.java:7)` or `name() in path:line 7`. */
function frameOf(call: string): RecordedFrame {
	const bare = call
		.replace('file://', '')
		.replace(PROPERTIES, '')
		.replace(/^async /, '');
	const plain = /:line \d+$/.test(bare) ? bare.replace(/ in (?=\S)/, ' (') : bare;
	const place = PLACE.exec(plain);
	const before = plain.slice(0, place?.index);
	const start = pathStart(before);
	if (place === null || start === undefined) {
		return { functionName: plain, line: 0 };
	}
	const [, line, column] = place;
	const name = before.slice(0, start);
	return {
		functionName: (name.endsWith('(') ? name.slice(0, -1) : name).trimEnd(),
		path: before.slice(start),
		line: Number(line),
		...(column !== undefined && { column: Number(column) }),
	};
}

/** The path begins behind the last bracket or colon that is not part of it, as in `C:\` or `node:`. */
function pathStart(text: string): number | undefined {
	const last = Math.max(text.lastIndexOf('('), text.lastIndexOf(')'), text.lastIndexOf(':'));
	if (text[last] === ':') {
		const rest = text.slice(last + 1);
		const scheme = text.slice(0, last);
		if (scheme.endsWith('node')) {
			return last - 'node'.length;
		}
		if (scheme.endsWith('webpack') && rest.startsWith('//')) {
			return last - 'webpack'.length;
		}
		if (/[A-Za-z]$/.test(scheme.slice(-1)) && /^[\\/]/.test(rest)) {
			return last - 1;
		}
	}
	const start = text.slice(last + 1).search(/\/|\.{0,2}[\w@<]/);
	return start === -1 ? undefined : last + 1 + start;
}
