import { textOf } from '@hawser/core/data/plain-data.ts';
import type { EditProblems } from './edit-problems.ts';
import { problemsText } from './ide-messages.ts';
import type { IdeTool } from './mcp-session.ts';
import { pathOfUri } from './path-of-uri.ts';

/** The tool by which agents ask for problems; only its name differs between them. */
export function problemsTool(name: string, problems: EditProblems): IdeTool {
	return {
		name,
		description:
			'Problems that the editor knows: errors and warnings of language servers and linters. Give the uri of a file to get those of this file alone.',
		properties: { uri: { type: 'string', description: 'file: URI of a file; without it, all files.' } },
		async call({ uri }, signal) {
			const path = pathOfUri(textOf(uri));
			return [problemsText(path === undefined ? await problems.after(signal) : [await problems.before(path, signal)])];
		},
	};
}
