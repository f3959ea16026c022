import type { Reply } from '@hawser/core/contract/envelope.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { failureReply } from '../../src/failure-reply.ts';
import type { RunCommand } from '../../src/file-bridge/run-job.ts';

export function success(data: Record<string, unknown>, text = JSON.stringify(data)): Reply {
	const meta = { requestId: 'r', timestamp: new Date().toISOString(), duration: 1 };
	return { envelope: { ok: true, type: 'success', data, meta }, text };
}

/** Answers with its arguments; `wait` goes on until it is cancelled, `steps` reports progress, `fail` fails. */
export const echo: RunCommand = async ({ tool, input, requestId = '' }, { signal, progress }) => {
	switch (tool) {
		case 'wait':
			progress({ message: 'waiting' });
			await new Promise<void>(resolve => signal.onCancelled(resolve));
			return failureReply(new ToolError('E_CANCELLED', 'stopped'), requestId, Date.now());
		case 'steps':
			for (let done = 1; done <= 5; done++) {
				progress({ message: `step ${done}`, done, total: 5 });
			}
			return success({ steps: 5 });
		case 'fail':
			return failureReply(new ToolError('E_NO_SESSION', 'no session', { details: { a: 1 } }), requestId, Date.now());
		default:
			return success({ tool, input });
	}
};
