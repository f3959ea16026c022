import { z } from 'zod';
import { problemChanges, renderProblemChanges } from '../../answers/problem-changes.ts';

/** The fields that every tool that writes a file answers with. */
export const writtenFile = {
	path: z.string(),
	version: z.string().describe('Names the text as it is now; give it to the next write to be sure of it.'),
	linesAdded: z.int(),
	linesRemoved: z.int(),
	changedOnSave: z.string().optional().describe('What saving changed on top, such as format on save, as a diff.'),
	problems: problemChanges,
};

type WrittenFacts = z.infer<z.ZodObject<typeof writtenFile>>;

export function renderWritten(verb: string, written: WrittenFacts): string {
	const { path, linesAdded, linesRemoved, changedOnSave, problems } = written;
	const counts = linesAdded + linesRemoved === 0 ? 'no line changed' : `+${linesAdded} -${linesRemoved} lines`;
	return [`${verb} ${path} (${counts}).`, ...renderSavedOnTop(changedOnSave), ...renderProblemChanges(problems)].join(
		'\n',
	);
}

/** What saving made of the text is not what the caller wrote. */
export function renderSavedOnTop(changedOnSave: string | undefined): readonly string[] {
	return changedOnSave === undefined ? [] : [`Saving changed it further:\n${changedOnSave}`];
}
