import { relative } from 'node:path';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { ARTEFACTS, ROOT } from '../build/artefacts.ts';

interface Connection {
	folder: string;
	entry: WindowEntry;
	page: string;
	password: string;
}

export function howToConnect({ folder, entry, page, password }: Connection): string {
	const { cli, vsix } = ARTEFACTS;
	return `
VS Code is open on ${folder} and stays up until Ctrl+C.

Connect an agent (in that folder):
  claude mcp add hawser -- node ${cli} mcp
  codex mcp add hawser -- node ${cli} mcp
  gemini mcp add hawser node ${cli} mcp
or by HTTP, with the header that "node ${relative(process.cwd(), cli)} headers --workspace ${folder}" prints:
  http://127.0.0.1:${entry.port}/mcp
Ask it yourself:
  node ${cli} call diagnostic_list path=src/checkout.ts --workspace ${folder}
Watch a window of it in a browser; calls go to the window that was opened last:
  ${page}   (password: ${password})
Install it in your own VS Code:
  code --install-extension ${relative(ROOT, vsix)}
`;
}
