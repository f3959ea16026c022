import { randomUUID } from 'node:crypto';
import { messageOf } from '@hawser/core/data/message-of.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { PlannedOutcome, UndoPlan } from '@hawser/core/text/plan-undo.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import type { ChangeUndo } from '../editor/changes/undo-changes.ts';
import type { JournalledChange } from '../editor/journal/project-journals.ts';
import { countOfChanges, countOfFiles } from './change-words.ts';
import type { OpenChanges } from './open-changes.ts';

/** Takes changes back for the user: shows what would stay, asks where that matters, and offers the way back. */
export type UndoForUser = (meant: readonly JournalledChange[], of: string) => Promise<void>;

interface Parts {
	undo: () => Promise<ChangeUndo>;
	open: OpenChanges;
	changes: () => Promise<readonly JournalledChange[]>;
}

/** Files of which a message speaks. */
const MAX_NAMED = 8;

export function createUndoForUser({ undo, open, changes }: Parts): UndoForUser {
	const labels = {
		undo: vscode.l10n.t('Undo'),
		preview: vscode.l10n.t('Preview'),
		redo: vscode.l10n.t('Redo'),
		show: vscode.l10n.t('Show What Stayed'),
	};

	/** False when the user does not want it. */
	async function isWanted(plan: UndoPlan, meant: readonly JournalledChange[], of: string): Promise<boolean> {
		const stays = plan.outcomes.filter(({ outcome }) => outcome !== 'undone');
		const question = vscode.l10n.t({
			message: 'Undo {0} of {1} in {2}?',
			args: [countOfChanges(meant.length), of, countOfFiles(filesOf(meant).size)],
			comment: ['{0} is a number of changes, {1} the agent that made them, {2} a number of files'],
		});
		const detail =
			stays.length === 0
				? vscode.l10n.t('Nobody has worked on the same lines since.')
				: `${vscode.l10n.t('This stays:')}\n${listed(stays)}`;
		const given = await vscode.window.showWarningMessage(
			question,
			{ modal: true, detail },
			labels.undo,
			labels.preview,
		);
		if (given !== labels.preview) {
			return given === labels.undo;
		}
		await open.preview(vscode.l10n.t('Preview: undo changes of {0}', of), plan);
		return (await vscode.window.showInformationMessage(question, labels.undo)) === labels.undo;
	}

	async function run(meant: readonly JournalledChange[], of: string): Promise<void> {
		const undoing = await undo();
		const plan = await undoing.plan(meant);
		const isPlain = filesOf(meant).size === 1 && plan.outcomes.every(({ outcome }) => outcome === 'undone');
		if (plan.steps.length === 0 && plan.outcomes.some(({ outcome }) => outcome !== 'undone')) {
			await say(vscode.l10n.t('Nothing of it can be undone: {0}', listed(plan.outcomes)), meant, plan.outcomes);
			return;
		}
		if (!isPlain && !(await isWanted(plan, meant, of))) {
			return;
		}
		const requestId = randomUUID();
		const outcomes = await undoing.run(meant, userCaller(requestId));
		const done = outcomes.filter(({ outcome }) => outcome === 'undone').length;
		const stayed = outcomes.filter(({ outcome }) => outcome !== 'undone');
		const said = [
			vscode.l10n.t('Undid {0} of {1}.', countOfChanges(done), of),
			...(stayed.length === 0 ? [] : [vscode.l10n.t('{0} stayed, whole or in part.', countOfChanges(stayed.length))]),
		];
		await say(said.join(' '), meant, stayed, requestId);
	}

	/** Says what came of it; nobody waits for the answer. */
	async function say(
		text: string,
		meant: readonly JournalledChange[],
		stayed: readonly Pick<PlannedOutcome, 'id' | 'outcome'>[],
		requestId?: string,
	): Promise<void> {
		const buttons = [...(stayed.length > 0 ? [labels.show] : []), ...(requestId === undefined ? [] : [labels.redo])];
		const given = await vscode.window.showInformationMessage(text, ...buttons);
		if (given === labels.show) {
			for (const change of meant.filter(({ id }) => stayed.some(each => each.id === id)).slice(0, MAX_NAMED)) {
				await open.conflict(change);
			}
		} else if (given === labels.redo) {
			await start(
				(await changes()).filter(({ call }) => call === requestId),
				vscode.l10n.t('yours'),
			);
		}
	}

	async function start(meant: readonly JournalledChange[], of: string): Promise<void> {
		if (meant.length === 0) {
			return;
		}
		try {
			await run(meant, of);
		} catch (cause) {
			void vscode.window.showErrorMessage(vscode.l10n.t('Hawser could not undo it: {0}', messageOf(cause)));
		}
	}
	return start;
}

function userCaller(requestId: string): Caller {
	return { agent: 'user', name: 'You', tool: 'change_undo', requestId, signal: NEVER_CANCELLED };
}

function filesOf(changes: readonly JournalledChange[]): ReadonlySet<string> {
	return new Set(changes.map(({ file, to }) => to ?? file));
}

function listed(stays: readonly PlannedOutcome[]): string {
	const lines = stays.slice(0, MAX_NAMED).map(({ file, why = '', kept }) => {
		const where = kept.length === 0 ? '' : ` (${vscode.l10n.t('line {0}', kept.map(({ line }) => line).join(', '))})`;
		return `${vscode.workspace.asRelativePath(file)}${where}: ${why}`;
	});
	const more = stays.length > MAX_NAMED ? [`… ${vscode.l10n.t('and {0} more', stays.length - MAX_NAMED)}`] : [];
	return [...lines, ...more].join('\n');
}
