/** A message of a failed test in the text that VS Code gives to language models. */
export interface ReportedMessage {
	text?: string;
	expected?: string;
	actual?: string;
	location?: { path: string; line: number };
}

export interface ReportedFailure {
	/** Ids without the controller's, joined as VS Code joins them. */
	name: string;
	messages: readonly ReportedMessage[];
}

const HEAD = /^<testFailure name=(?<name>"(?:[^"\\]|\\.)*") path=(?<path>"(?:[^"\\]|\\.)*")>$/;
const FOOT = '</testFailure>';
const PLACE = /^<(?<kind>location|stackFrame) path="(?<file>[^"]*)" line="(?<line>\d+)"/;
/** The parts that have a text of their own, each between two lines. */
const PARTS = ['expectedOutput', 'actualOutput', 'message'] as const;

/**
 * Reads the report of the latest run, line by line. Its text is not escaped, so whoever uses it compares what it says with
 * what is known.
 */
export function readFailureReport(report: string): readonly ReportedFailure[] {
	const failures: ReportedFailure[] = [];
	let open: { name: string; lines: string[] } | undefined;
	for (const line of report.split('\n')) {
		const head = open ? undefined : HEAD.exec(line)?.groups;
		if (head) {
			const path = parseText(head['path']);
			const name = parseText(head['name']);
			open = { name: path === '' ? name : `${path} > ${name}`, lines: [] };
		} else if (open && line === FOOT) {
			failures.push({ name: open.name, messages: readMessages(open.lines) });
			open = undefined;
		} else {
			open?.lines.push(line);
		}
	}
	return failures;
}

function readMessages(lines: readonly string[]): readonly ReportedMessage[] {
	const messages: ReportedMessage[] = [];
	const lastEnd = new Map(PARTS.map(part => [part, lines.lastIndexOf(`</${part}>`)]));
	for (let index = 0; index < lines.length; index++) {
		const line = lines[index] ?? '';
		const last = messages.at(-1);
		const part = PARTS.find(name => line.endsWith(`<${name}>`) && (lastEnd.get(name) ?? -1) > index + 1);
		if (part !== undefined) {
			const end = lines.indexOf(`</${part}>`, index + 2);
			const text = lines.slice(index + 1, end).join('\n');
			if (part === 'actualOutput') {
				if (last) {
					last.actual = text;
				}
			} else {
				messages.push(part === 'message' ? { text } : { expected: text });
			}
			index = end;
			continue;
		}
		const { kind, file, line: number } = PLACE.exec(line.trimStart())?.groups ?? {};
		if (file !== undefined && last && (kind === 'location' || !last.location)) {
			last.location = { path: file, line: Number(number) };
		}
	}
	return messages;
}

function parseText(json = '""'): string {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'string' ? value : '';
	} catch {
		// A name with a character that JSON would have escaped: the report is text, and this part of it is as it stands.
		return json.slice(1, -1);
	}
}
