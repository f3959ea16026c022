import type { AgreedFile, ReviewFile } from '@hawser/core/ports/values/review.ts';
import { countChangedLines } from '@hawser/core/text/line-diff.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { Question, QuestionFile, QuestionPart, UserQuestions } from '../questions/question.ts';
import { askReason } from './ask-reason.ts';
import { compareAll } from './compare-all.ts';
import type { DiffTab, DiffTabs } from './diff-tabs.ts';
import { changeParts, describeWish, nameOf, remarkOf } from './review-card.ts';

/** Shows a change of files to the user before it is made: as a card among the questions, and as comparisons they can edit. */
export interface Reviews {
	/**
	 * Stands until it is answered or nobody waits for it any more, and leaves nothing behind. A comparison that the user closes is no
	 * answer, because the card remains. Cancellation is an error.
	 */
	review<Key extends string>(change: ReviewedChange<Key>, timeLimit: TimeLimit): Promise<ReviewVerdict<Key>>;
}

export interface ReviewedChange<Key extends string>
	extends Pick<Question<Key>, 'asker' | 'why' | 'answers' | 'form' | 'folder'> {
	files: readonly ReviewFile[];
	/** Who wants the change, and what else the answer is for. */
	about: readonly QuestionPart[];
	/** The answers that the buttons in the title bar of a comparison stand for. */
	accept: Key;
	reject: Key;
}

export interface ReviewVerdict<Key extends string> {
	/** Undefined when nobody answered in time. */
	answer: Key | undefined;
	/** The files as the user has left them; they count only with a yes. */
	files: readonly AgreedFile[];
	says?: string;
}

/** A file with its comparison; one that only moves has none. */
interface ShownFile {
	file: ReviewFile;
	tab: DiffTab | undefined;
	leftOut: boolean;
}

export function createReviews({ questions, diffTabs }: { questions: UserQuestions; diffTabs: DiffTabs }): Reviews {
	return {
		async review(change, timeLimit) {
			const { files, asker, about, why, answers, form, folder, accept, reject } = change;
			const limit = startTimeLimit(timeLimit.milliseconds, timeLimit.signal);
			const cardGone = createCancellation();
			const stopListening = timeLimit.signal.onCancelled(() => cardGone.cancel());
			let decide: (decision: 'accepted' | 'rejected') => void = () => undefined;
			const decided = new Promise<'accepted' | 'rejected'>(resolve => (decide = resolve));
			const shown = files.map(file => showFile(file, diffTabs, decision => decision !== 'closed' && decide(decision)));
			const comparable = shown.flatMap(({ tab }) => tab ?? []);
			const all = compareAll(comparable);
			let says: string | undefined;
			const card = questions.ask(
				{
					wants: describeWish(files),
					about: [...changeParts(files), ...about],
					files: shown.map((entry, index) => cardRow(entry, index, files.length)),
					...(comparable.length > 1 && { openAll: all.show }),
					why: `${why} ${vscode.l10n.t('“Apply” writes what the comparison shows, your own changes in it included.')}`,
					answers,
					...(asker && { asker }),
					...(form && { form }),
					...(folder !== undefined && { folder }),
					onWords: words => {
						says = words;
					},
				},
				{ milliseconds: timeLimit.milliseconds, signal: cardGone },
			);
			try {
				// The user may be typing: what they type must not go into the comparison.
				comparable[0]?.show({ preview: false, preserveFocus: true }).catch(() => undefined);
				const { answer, inTitle } = await Promise.race([
					card.then(given => ({ answer: given, inTitle: false })),
					decided.then(decision => ({ answer: decision === 'accepted' ? accept : reject, inTitle: true })),
				]);
				const agreed = shown.map(agreedFile);
				cardGone.cancel();
				const reason = inTitle && answer === reject ? await askReason(limit.left()) : says;
				return { answer, files: agreed, ...(reason !== undefined && { says: reason }) };
			} finally {
				stopListening();
				card.catch(() => undefined);
				cardGone.cancel();
				await all.close();
				await Promise.all(comparable.map(tab => tab.remove()));
			}
		},
	};
}

function showFile(file: ReviewFile, diffTabs: DiffTabs, decide: Parameters<DiffTabs['add']>[1]): ShownFile {
	const { uri, path, kind, to, before, after, editable } = file;
	if (before === after && kind !== 'create') {
		return { file, tab: undefined, leftOut: false };
	}
	const isNotebook = kind === 'edit' && !editable;
	const diff = {
		present: kind === 'create' || isNotebook ? before : vscode.Uri.parse(uri),
		// By its own name, VS Code would open it as a notebook.
		name: isNotebook ? `${path}.txt` : (to?.path ?? path),
		proposed: after,
		title: vscode.l10n.t('{0} (an agent’s change)', nameOf(file)),
		readonly: !editable,
	};
	return { file, tab: diffTabs.add(diff, decide), leftOut: false };
}

function cardRow(entry: ShownFile, index: number, count: number): QuestionFile {
	const { file, tab } = entry;
	return {
		key: String(index),
		name: nameOf(file),
		remark: remarkOf(file),
		...countChangedLines(file.before, file.after),
		...(tab && { open: () => void tab.show({ preview: false }).catch(() => undefined) }),
		...(count > 1 &&
			file.kind === 'edit' &&
			file.editable && {
				leaveOut: (out: boolean) => {
					entry.leftOut = out;
				},
			}),
	};
}

/** A file of which the user has taken every change back is left out as well. */
function agreedFile({ file: { uri, kind, before, after }, tab, leftOut }: ShownFile): AgreedFile {
	const text = tab?.text() ?? after;
	return leftOut || (kind === 'edit' && text === before) ? { uri } : { uri, text };
}
