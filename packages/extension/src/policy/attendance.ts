import * as vscode from 'vscode';

/** Whether somebody can answer. */
export interface Attendance {
	/** Why nobody can, where that is certain; completes "… needs an answer of the user, and …". */
	nobody?: string;
	/** Settles only if it turns out that nobody can. */
	untilGone?: () => Promise<void>;
}

/** Milliseconds after which a window that does not answer its extensions is not before anybody's eyes. */
const SILENCE = 10_000;

/**
 * Whether somebody can answer a question. VS Code does not say that nobody looks: `window.state` stays as it was when the last client of
 * a server left, and a window in the background is still somebody's. So only two things count: what the user says with
 * HAWSER_UNATTENDED, and a window that answers nothing, because its browser or its connection has gone.
 */
export function attendance(environment: NodeJS.ProcessEnv): Attendance {
	const unattended = ['1', 'true'].includes(environment['HAWSER_UNATTENDED'] ?? '');
	return unattended
		? { nobody: 'nobody is there to give it: the editor was started with HAWSER_UNATTENDED' }
		: { untilGone: untilSilent };
}

/** Settles only when the window has been silent for too long. */
function untilSilent(): Promise<void> {
	return new Promise(resolve => {
		const timer = setTimeout(resolve, SILENCE).unref();
		const answered = () => clearTimeout(timer);
		// Goes to the window and back, and changes nothing that anybody sees.
		vscode.commands.executeCommand('setContext', 'hawser.asks', true).then(answered, answered);
	});
}
