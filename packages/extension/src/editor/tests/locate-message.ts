import type { ReportedFailure } from './failure-report.ts';
import type { ResultText } from './result-texts.ts';

export interface MessageLocation {
	/** The path in the form of the file system. */
	path: string;
	line: number;
}

/** Finds where the test failed: as reported, or else the first line of the test's own file in a stack trace. */
export function locateMessage(
	message: ResultText,
	{ reported, file }: { reported: ReportedFailure | undefined; file: string | undefined },
): MessageLocation | undefined {
	const same = reported?.messages.find(({ text, expected, actual }) =>
		text === undefined ? expected === message.expected && actual === message.actual : text === message.text,
	);
	return same?.location ?? (file === undefined ? undefined : placeInStack(message.text, file));
}

function placeInStack(text: string, file: string): MessageLocation | undefined {
	const at = text.indexOf(`${file}:`);
	const [line] = at < 0 ? [] : (/^\d+/.exec(text.slice(at + file.length + 1)) ?? []);
	return line === undefined ? undefined : { path: file, line: Number(line) };
}
