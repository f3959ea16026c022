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

const FAILURE =
	/^<testFailure name=(?<name>"(?:[^"\\]|\\.)*") path=(?<path>"(?:[^"\\]|\\.)*")>\n(?<body>[\s\S]*?)^<\/testFailure>$/gm;
const PART =
	/<expectedOutput>\n(?<expected>[\s\S]*?)\n<\/expectedOutput>|<actualOutput>\n(?<actual>[\s\S]*?)\n<\/actualOutput>|<message>\n(?<text>[\s\S]*?)\n<\/message>|<(?<kind>location|stackFrame) path="(?<file>[^"]*)" line="(?<line>\d+)"/g;

/** Reads the report of the latest run. Its text is not escaped, so whoever uses it compares what it says with what is known. */
export function readFailureReport(report: string): readonly ReportedFailure[] {
	return [...report.matchAll(FAILURE)].map(({ groups = {} }) => {
		const path = parseText(groups['path']);
		const name = parseText(groups['name']);
		return { name: path === '' ? name : `${path} > ${name}`, messages: readMessages(groups['body'] ?? '') };
	});
}

function readMessages(body: string): readonly ReportedMessage[] {
	const messages: ReportedMessage[] = [];
	for (const { groups = {} } of body.matchAll(PART)) {
		const { expected, actual, text, kind, file, line } = groups;
		const last = messages.at(-1);
		if (expected !== undefined) {
			messages.push({ expected });
		} else if (text !== undefined) {
			messages.push({ text });
		} else if (actual !== undefined && last) {
			last.actual = actual;
		} else if (file !== undefined && last && (kind === 'location' || !last.location)) {
			last.location = { path: file, line: Number(line) };
		}
	}
	return messages;
}

function parseText(json: string | undefined): string {
	const value: unknown = JSON.parse(json ?? '""');
	return typeof value === 'string' ? value : '';
}
