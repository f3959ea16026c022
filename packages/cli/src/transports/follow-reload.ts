import type { Reply } from '@hawser/core/contract/envelope.ts';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import type { CallOptions, WindowCall } from '@hawser/link/call-window.ts';
import { sleep } from '@hawser/node/sleep.ts';
import type { KnownWindow, Transport } from './transport.ts';

/** A busy machine needs most of a minute to start a window with many extensions. */
const LIMIT = 120_000;
const INTERVAL = 100;

/** Calls a tool that reloads the window. The answer comes when the window is back, and says how long that took. */
export async function callAndFollowReload(
	transport: Transport,
	projectRoot: string,
	call: WindowCall,
	options: CallOptions = {},
): Promise<Reply> {
	const startedAt = Date.now();
	const found = await transport.find(projectRoot);
	const reply = await callThatMayLoseItsAnswer(transport, projectRoot, call, options);
	if (reply !== undefined && !reply.envelope.ok) {
		return reply;
	}
	options.onProgress?.({ message: 'The window is reloading' });
	const going = (reply?.envelope.ok ? windowIn(reply.envelope.data) : undefined) ?? found;
	const successor = await waitForSuccessor(transport, projectRoot, going, options);
	const took = Date.now() - startedAt;
	return {
		envelope: {
			ok: true,
			type: 'success',
			data: {
				reloading: true,
				windowId: going.id,
				since: new Date(going.startedAt).toISOString(),
				back: { windowId: successor.id, took },
			},
			meta: {
				requestId: reply?.envelope.meta.requestId ?? call.requestId ?? '',
				timestamp: new Date(startedAt).toISOString(),
				duration: took,
			},
		},
		text: `The window was reloaded and is back after ${(took / 1000).toFixed(1)} s.`,
	};
}

/** The window as it names itself in its answer; the one that was found may have been dead, and another answered. */
function windowIn({ windowId, since }: Record<string, unknown>): KnownWindow | undefined {
	return typeof windowId === 'string' && typeof since === 'string'
		? { id: windowId, startedAt: Date.parse(since) }
		: undefined;
}

/** Undefined when the window went before its answer was here: that it goes is what was asked for. */
async function callThatMayLoseItsAnswer(
	transport: Transport,
	projectRoot: string,
	call: WindowCall,
	options: CallOptions,
): Promise<Reply | undefined> {
	try {
		const reply = await transport.call(projectRoot, call, options);
		return !reply.envelope.ok && reply.envelope.error.code === 'E_WINDOW_GONE' ? undefined : reply;
	} catch (cause) {
		if (isToolError(cause) && cause.code === 'E_WINDOW_GONE') {
			return undefined;
		}
		throw cause;
	}
}

async function waitForSuccessor(
	transport: Transport,
	projectRoot: string,
	before: KnownWindow,
	{ signal }: CallOptions,
): Promise<KnownWindow> {
	const giveUpAt = Date.now() + LIMIT;
	while (Date.now() < giveUpAt) {
		if (signal?.cancelled === true) {
			throw new ToolError('E_CANCELLED', 'The call was cancelled; the window reloads all the same.');
		}
		// A window on the same project that started later; an older one may have it open as well.
		const found = await transport.findAnswering(projectRoot);
		if (found && found.id !== before.id && found.startedAt > before.startedAt) {
			return found;
		}
		await sleep(INTERVAL);
	}
	throw new ToolError('E_TIMEOUT', `The window did not come back within ${LIMIT / 1000} s.`, {
		hint: 'Ask the user to look at the VS Code window: it may be asking them something before it reloads.',
		details: { windowId: before.id },
	});
}
