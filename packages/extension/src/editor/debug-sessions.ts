import * as vscode from 'vscode';

export interface DebugSessions extends vscode.Disposable {
	all(): readonly vscode.DebugSession[];
}

/** VS Code names only the active session; this keeps all of them. */
export function watchDebugSessions(): DebugSessions {
	const sessions = new Map<string, vscode.DebugSession>();
	const { activeDebugSession } = vscode.debug;
	if (activeDebugSession) {
		sessions.set(activeDebugSession.id, activeDebugSession);
	}
	const listeners = vscode.Disposable.from(
		vscode.debug.onDidStartDebugSession(session => sessions.set(session.id, session)),
		vscode.debug.onDidTerminateDebugSession(session => sessions.delete(session.id)),
	);
	return { all: () => [...sessions.values()], dispose: () => void listeners.dispose() };
}
