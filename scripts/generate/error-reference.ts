import { ERROR_CODES } from '@hawser/core/errors/error-codes.ts';
import { GENERATED_NOTE, tableRow } from './markdown.ts';

export function errorReference(): string {
	const rows = Object.entries(ERROR_CODES).map(([code, { meaning, hint, exitCode }]) =>
		tableRow(`\`${code}\``, meaning, hint, String(exitCode)),
	);
	return `# Error codes

${GENERATED_NOTE}

Every failure has a code, a sentence and the next step. Over MCP the text of a failed call starts with \`[E_CODE]\`, and the
structured content is the same envelope that \`hawser call --json\` prints:

\`\`\`json
{ "ok": false, "type": "error", "error": { "code": "E_…", "message": "…", "hint": "…", "details": {} }, "meta": {} }
\`\`\`

The CLI exits with 0 when all went well, 2 for wrong usage, 3 when the tool said no, 4 without a window, 5 when denied, 70 for a defect.

| code | meaning | what to do | exit |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
