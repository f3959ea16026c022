import { watch } from 'node:fs';
import { placeOf } from '@hawser/link/find-window.ts';
import { ensureHome, hawserHome, windowsFolder } from '@hawser/link/home.ts';
import { type WindowLink, windowLink } from '@hawser/link/window-link.ts';
import { LineSplitter } from '@hawser/node/lines.ts';
import type { Arguments } from '../input/arguments.ts';
import { announcement } from '../mcp/announcement.ts';
import { callLimits } from '../mcp/call-limits.ts';
import { StdioSession } from '../mcp/stdio-session.ts';
import type { ToolHost } from '../mcp/tool-host.ts';
import type { WindowCallsOptions } from '../mcp/window-calls.ts';
import { windowToolHost } from '../mcp/window-tool-host.ts';
import { chooseTransport } from '../transports/choose-transport.ts';
import { choosePlace } from '../transports/workspace.ts';

/** The longest message a client may send. */
const MAX_LINE = 16 * 1024 * 1024;
/** Milliseconds; a window that opens writes its entry more than once. */
const SETTLE = 50;

/** Serves MCP on stdin and stdout until the client closes them. Resolves with the exit code. */
export async function run({ options }: Arguments): Promise<number> {
	const home = hawserHome();
	const link = windowLink(home, { onlyWindowAnswers: true });
	const { stdin, stdout, stderr } = process;
	const workspace = choosePlace(options);
	const transport = chooseTransport(options.transport, link);
	const toolsets = await windowToolsets(link, workspace, options);
	const limits = callLimits({ windows: link.windows, workspace: () => workspace, toolsets: options.toolsets });
	const agent = `${process.pid.toString(36)}${Date.now().toString(36)}`;
	const calls = { transport, link, workspace: () => workspace, limits, timeout: options.timeout, agent };
	const announced = announcement(link, workspace, agent);
	const log = options.verbose ? (line: string) => void stderr.write(`hawser: ${line}\n`) : undefined;
	const created = await createHost(options, calls, toolsets);
	const host = log ? (await import('../mcp/log-calls.ts')).logCalls(created, log) : created;
	const session = new StdioSession(host, line => stdout.write(line), announced.introduced);
	log?.(`serving ${workspace}`);

	return new Promise(resolve => {
		let ended = false;
		const end = () => {
			if (!ended) {
				ended = true;
				session.close();
				link.close();
				resolve(0);
			}
		};
		const lines = new LineSplitter(line => session.receive(line), MAX_LINE);
		stdin.on('data', (bytes: Buffer) => {
			try {
				lines.push(bytes);
			} catch (cause) {
				stderr.write(`hawser: ${String(cause)}\n`);
				end();
			}
		});
		stdin.once('end', () => {
			lines.end();
			end();
		});
		stdin.once('close', end);
		stdin.once('error', end);
		process.once('SIGTERM', end);
		process.once('SIGINT', end);
		if (stdin.isTTY) {
			stderr.write(
				'hawser mcp speaks MCP on stdin and stdout; it is meant to be started by an agent. Ctrl+D ends it.\n',
			);
		}
		// Later, so that the first answer does not wait for it.
		setImmediate(() =>
			watchWindows(home, () => {
				session.refreshTools();
				announced.again();
				log?.(`windows: ${link.windows.all().map(placeOf).join('; ') || 'none'}`);
			}),
		);
	});
}

/** Another system's words are loaded only for whoever asks for them. */
async function createHost(
	{ dialect, toolsets, profile, structured }: Arguments['options'],
	calls: WindowCallsOptions & { link: WindowLink },
	toolsetsOfWindow: () => readonly string[],
): Promise<ToolHost> {
	const view = { ...(profile && { profile }), ...(structured !== undefined && { structured }) };
	return dialect === undefined
		? windowToolHost({ ...calls, toolsets, toolsetsOfWindow, view })
		: (await import('../mcp/dialect-tool-host.ts')).dialectToolHost(dialect, calls);
}

/**
 * The toolsets that the window lists which would be called. Without a window, or with more than one, the list is the
 * default. A client that calls by files gets what the window said when the client started.
 */
async function windowToolsets(
	{ windows }: WindowLink,
	workspace: string,
	{ transport }: Arguments['options'],
): Promise<() => readonly string[]> {
	const byLink = () => {
		try {
			return windows.find(workspace).toolsets ?? [];
		} catch {
			return undefined;
		}
	};
	if (transport === 'http' || (transport === 'auto' && byLink() !== undefined)) {
		return () => byLink() ?? [];
	}
	const { findBridge } = await import('@hawser/link/file-bridge/find-bridge.ts');
	const byFiles = findBridge(workspace)?.host.toolsets ?? [];
	return transport === 'files' ? () => byFiles : () => byLink() ?? byFiles;
}

/** Calls when a window came, went or changed what it says of itself. Without it nothing breaks. */
function watchWindows(home: string, onChange: () => void): void {
	let timer: NodeJS.Timeout | undefined;
	const settle = () => {
		timer ??= setTimeout(() => {
			timer = undefined;
			onChange();
		}, SETTLE).unref();
	};
	try {
		ensureHome(home);
		watch(windowsFolder(home), { persistent: false }, settle).on('error', () => undefined);
		settle();
	} catch {
		// A read-only home, or no watches left.
	}
}
