import * as vscode from 'vscode';
import { createDapMessages, type DapMessages, type SessionFacts } from '../protocol/dap-messages.ts';
import { createRecorder, type Recorder } from '../recording/recorder.ts';

/** Every debug session and what its adapter and VS Code say to each other, from the first message on. */
export interface DebugSessions extends vscode.Disposable {
	all(): readonly vscode.DebugSession[];
	find(id: string): vscode.DebugSession | undefined;
	messages: DapMessages;
	/** Here from the start, and not with the first call, so that what a user debugged before is known too. */
	recorder: Recorder;
}

/** VS Code names only the active session and forgets what was said; this keeps both. */
export function watchDebugSessions(): DebugSessions {
	const sessions = new Map<string, vscode.DebugSession>();
	const started = new Set<string>();
	const messages = createDapMessages();
	const recorder = createRecorder(messages);
	const open = (session: vscode.DebugSession) => {
		if (!sessions.has(session.id)) {
			sessions.set(session.id, session);
			messages.record({ kind: 'opened', session: factsOf(session), time: Date.now() });
		}
	};
	const end = (sessionId: string) => {
		if (sessions.delete(sessionId)) {
			started.delete(sessionId);
			messages.record({ kind: 'ended', sessionId, time: Date.now() });
		}
	};
	const track = (session: vscode.DebugSession): vscode.DebugAdapterTracker => {
		const sessionId = session.id;
		open(session);
		return {
			onWillReceiveMessage(message: object) {
				messages.record({ kind: 'sent', sessionId, message, time: Date.now() });
			},
			onDidSendMessage(message: object) {
				messages.record({ kind: 'received', sessionId, message, time: Date.now() });
			},
			onWillStopSession() {
				// VS Code does not report the end of a session whose start it has not reported.
				if (!started.has(sessionId)) {
					end(sessionId);
				}
			},
			onError({ message }) {
				messages.record({ kind: 'adapterFailed', sessionId, message, time: Date.now() });
			},
		};
	};
	const { activeDebugSession } = vscode.debug;
	if (activeDebugSession) {
		open(activeDebugSession);
	}
	const listeners = vscode.Disposable.from(
		vscode.debug.registerDebugAdapterTrackerFactory('*', { createDebugAdapterTracker: track }),
		vscode.debug.onDidStartDebugSession(session => {
			open(session);
			started.add(session.id);
		}),
		vscode.debug.onDidTerminateDebugSession(({ id }) => end(id)),
	);
	return {
		all: () => [...sessions.values()],
		find: id => sessions.get(id),
		messages,
		recorder,
		dispose() {
			recorder.dispose();
			listeners.dispose();
		},
	};
}

function factsOf({ id, name, type, parentSession, configuration }: vscode.DebugSession): SessionFacts {
	return { id, name, type, configuration, ...(parentSession && { parent: parentSession.id }) };
}
