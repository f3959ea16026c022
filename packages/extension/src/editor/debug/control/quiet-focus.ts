import type { DapMessages } from '../protocol/dap-messages.ts';
import { fieldsIn, fieldsOf, flagIn, isFields, textIn } from '../protocol/dap-values.ts';

/** Keeps the user's focus where it is while an agent drives the debugger. */
export interface QuietFocus {
	/** Until the returned function is called, stops of these sessions move nothing on the screen. */
	during(concerns: (sessionId: string) => boolean): () => void;
	dispose(): void;
}

/**
 * VS Code jumps to the line of every stop, opens views and may raise its window, unless the adapter asks it not to
 * (`preserveFocusHint`). It also shows a modal message for a refused launch, unless the adapter says that the user need
 * not see it (`showUser`). Trackers get each message before VS Code does, so both can be said on the adapter's behalf; a
 * user who steps by hand is followed as ever.
 */
export function createQuietFocus(messages: DapMessages): QuietFocus {
	const quiet = new Set<(sessionId: string) => boolean>();
	const stopFollowing = messages.follow(event => {
		if (event.kind !== 'received' || ![...quiet].some(concerns => concerns(event.sessionId))) {
			return;
		}
		const message = fieldsOf(event.message);
		const { body } = message;
		if (textIn(message, 'event') === 'stopped' && isFields(body)) {
			Object.assign(body, { preserveFocusHint: true });
		}
		const failed = textIn(message, 'type') === 'response' && !flagIn(message, 'success');
		if (failed && ['initialize', 'launch', 'attach'].includes(textIn(message, 'command') ?? '')) {
			const error = fieldsIn(fieldsOf(body), 'error');
			const format = textIn(error, 'format') ?? textIn(message, 'message') ?? 'failed';
			Object.assign(event.message, {
				body: { ...fieldsOf(body), error: { id: 0, format, ...error, showUser: false } },
			});
		}
	});
	return {
		during(concerns) {
			quiet.add(concerns);
			return () => quiet.delete(concerns);
		},
		dispose: stopFollowing,
	};
}
