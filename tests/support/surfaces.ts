import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { callWindow } from './call-window.ts';
import { invokeInChat } from './chat.ts';
import { eventually } from './eventually.ts';
import { call, connectHttp, connectSse, connectStdio, textOf } from './mcp-clients.ts';
import { sendRaw } from './raw-http.ts';

export interface SurfaceAnswer {
	text: string;
	/** Absent where a surface leaves it out for tools that answer in plain text. */
	envelope?: Record<string, unknown>;
}

export type Surface = (tool: string, input: Record<string, unknown>) => Promise<SurfaceAnswer>;

export interface Surfaces {
	byName: ReadonlyMap<string, Surface>;
	close(): Promise<void>;
}

interface Place {
	window: EditorWindow;
	entry: WindowEntry;
	folder: string;
	/** For processes that must find the window. */
	env: Record<string, string>;
}

/** Every way into the window, each as a function. Turns on those that are off. */
export async function connectSurfaces({ window, entry, folder, env }: Place): Promise<Surfaces> {
	await window.evaluate(
		`const settings = vscode.workspace.getConfiguration();
		await settings.update('hawser.sse', true, vscode.ConfigurationTarget.Global);
		await settings.update('hawser.fileBridge', [args.folder], vscode.ConfigurationTarget.Global);`,
		{ folder },
	);
	await eventually(() => {
		if (!existsSync(join(folder, '.hawser/host.json'))) {
			throw new Error('The file bridge is not open.');
		}
	});
	const emptyHome = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-no-windows-')));
	const apart = { ...env, HAWSER_HOME: emptyHome };
	const clients: Record<string, Client> = {
		'/mcp with a session': await connectHttp(entry),
		'/mcp without a session': await connectHttp(entry, { pin: '2026-07-28' }),
		stdio: await connectStdio({ env, cwd: folder }),
		'stdio over files': await connectStdio({ env: apart, cwd: folder, args: ['--transport', 'files'] }),
		'HTTP+SSE': await connectSse(entry),
	};
	const byName = new Map<string, Surface>([
		['/call', (tool, input) => callWindow(entry, tool, input)],
		...Object.entries(clients).map(([name, client]): [string, Surface] => [
			name,
			(tool, input) => fromMcp(() => call(client, tool, input)),
		]),
		['REST', (tool, input) => callByRest(entry, tool, input)],
		['vscode.lm', (tool, input) => callInChat(window, tool, input)],
	]);
	return {
		byName,
		async close() {
			await Promise.all(Object.values(clients).map(client => client.close()));
			rmSync(emptyHome, { recursive: true, force: true });
		},
	};
}

/** An unknown tool is an error of the protocol there, with the envelope as its data. */
async function fromMcp(ask: () => Promise<CallToolResult>): Promise<SurfaceAnswer> {
	try {
		const result = await ask();
		const envelope = result.structuredContent as Record<string, unknown> | undefined;
		return { text: textOf(result), ...(envelope && { envelope }) };
	} catch (cause) {
		const { message, data } = cause as { message: string; data?: Record<string, unknown> };
		return { text: message, ...(data && { envelope: data }) };
	}
}

async function callByRest({ port, token }: WindowEntry, tool: string, input: object): Promise<SurfaceAnswer> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const { body } = await sendRaw({ port, path: `/mcp/${tool}`, headers, body: JSON.stringify(input) });
	const { text, envelope } = body as { text: string; envelope: Record<string, unknown> };
	return { text, envelope };
}

async function callInChat(window: EditorWindow, tool: string, input: object): Promise<SurfaceAnswer> {
	const { text, envelope, error } = await invokeInChat(window, `hawser_${tool}`, input);
	return { text: error ?? text ?? '', ...(envelope && { envelope: { ...envelope } }) };
}

/**
 * Reads one line of a file each, all at once, by every way in turn; the wrong answers, and how late the window's own timers
 * were meanwhile, in milliseconds.
 */
export async function callAtOnce(
	window: EditorWindow,
	{ byName }: Surfaces,
	path: string,
	lines: readonly string[],
): Promise<{ wrong: readonly object[]; delay: { p50: number; p99: number } }> {
	const ways = [...byName];
	await window.evaluate(
		`globalThis.hawserDelay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 });
		globalThis.hawserDelay.enable();`,
	);
	const answers = await Promise.all(
		lines.map(async (text, index) => {
			const number = index + 1;
			const [name, ask] = ways[index % ways.length] ?? [];
			const answer = await ask?.('file_read', { path, startLine: number, endLine: number });
			return answer?.text.includes(`${number} ${text}`) === true ? [] : [{ name, answer: answer?.text.slice(0, 200) }];
		}),
	);
	const delay = await window.evaluate(
		`const delay = globalThis.hawserDelay;
		delay.disable();
		delete globalThis.hawserDelay;
		return { p50: delay.percentile(50) / 1e6 - 5, p99: delay.percentile(99) / 1e6 - 5 };`,
	);
	return { wrong: answers.flat(), delay: delay as { p50: number; p99: number } };
}
