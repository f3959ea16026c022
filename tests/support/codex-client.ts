import { connect, type Socket } from 'node:net';
import { createFrameReader, frame } from '../../packages/extension/src/native-ide/codex/codex-frames.ts';

/** What Codex asks on its socket, and what it hears. */
export interface CodexReply {
	resultType: string;
	error?: string;
	result?: {
		ideContext: {
			activeFile?: { path: string; activeSelectionContent: string; selection: object };
			openTabs: { label: string; path: string; fsPath: string }[];
		};
	};
}

/** Asks once, on a connection of its own, as Codex does for every prompt. */
export function askAsCodex(socketPath: string, workspaceRoot: string): Promise<CodexReply> {
	return sendAsCodex(socketPath, {
		...{ type: 'request', requestId: '1', sourceClientId: 'codex-tui', version: 0 },
		...{ method: 'ide-context', params: { workspaceRoot } },
	});
}

export function sendAsCodex(socketPath: string, message: object): Promise<CodexReply> {
	return new Promise((resolve, reject) => {
		const socket: Socket = connect(socketPath);
		const reader = createFrameReader(16 * 1024 * 1024);
		socket.on('error', reject);
		socket.on('close', () => reject(new Error('The connection has ended.')));
		socket.on('data', (bytes: Buffer) => {
			const [text] = reader.take(bytes);
			if (text !== undefined) {
				resolve(JSON.parse(text) as CodexReply);
				socket.destroy();
			}
		});
		socket.write(frame(message));
	});
}
