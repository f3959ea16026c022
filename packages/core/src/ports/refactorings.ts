import type { Problem } from './diagnostics.ts';
import type { TextQuery } from './text-search.ts';
import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';
import type { AppliedPlan, EditPlan } from './values/edit-plan.ts';
import type { Freshness } from './values/freshness.ts';
import type { Position, Range } from './values/text-position.ts';

export interface RenamePlan {
	/** Other than `fresh`: the plan may lack places that still use the old name. */
	freshness: Freshness;
	/** How many files mention the name and could not be confirmed or ruled out; absent when there are none. */
	doubtfulFiles?: number;
	oldName: string;
	plan: EditPlan;
}

/** Part of a file as agents say it: without columns whole lines, with one column a place. */
export interface TextArea {
	line: number;
	column?: number | undefined;
	endLine?: number | undefined;
	endColumn?: number | undefined;
}

export interface OfferedAction {
	/** Holds until the file changes. */
	id: string;
	title: string;
	/** VS Code's kind, such as quickfix or refactor.extract.function; '' where the extension gives none. */
	kind: string;
	/** The extension's own recommendation. */
	preferred: boolean;
	/** Why it cannot be done here. */
	disabled?: string;
}

export interface OfferedActions {
	path: string;
	range: Range;
	freshness: Freshness;
	/** The problems that quick fixes are offered for. */
	problems: readonly Problem[];
	actions: readonly OfferedAction[];
}

export type ActionChoice =
	| { id: string }
	| { path: string; area: TextArea; kind?: string | undefined; title?: string | undefined };

interface ChosenAction {
	title: string;
	kind: string;
	/** Titles of others that the choice would have allowed as well. */
	others: readonly string[];
}

export interface CommandOutcome extends AppliedPlan {
	changed: readonly string[];
}

export type ActionPlan = ChosenAction &
	(
		| { plan: EditPlan }
		| { /** The extension makes the change itself, so it cannot be shown beforehand. */ run: RunAction }
	);

export type RunAction = (caller: Caller) => Promise<CommandOutcome>;

export interface ReplacePlan {
	plan: EditPlan;
	/** Matches in the files of the plan. */
	total: number;
	/** Notebooks with matches: their text is not what the user edits. */
	skipped: readonly string[];
	/** The filter lets no file through, so that finding nothing means nothing. */
	searchedNothing: boolean;
}

export interface Refactorings {
	/** Works on files as the editor has them. In the replacement for a regular expression, $1 stands for a group. */
	planReplace(query: TextQuery, replacement: string, signal: Cancellation): Promise<ReplacePlan>;
	/** Complete even when the window was opened a second ago; a refusal has the language server's own words. */
	planRename(path: string, position: Position, newName: string, signal: Cancellation): Promise<RenamePlan>;
	/** The kind of source actions (organise imports, fix all) that is asked for. */
	actions(path: string, area: TextArea, kind: string | undefined, signal: Cancellation): Promise<OfferedActions>;
	planAction(choice: ActionChoice, signal: Cancellation): Promise<ActionPlan>;
	/** With the indentation that the editor uses for this file; the lines are whole ones. */
	planFormat(
		path: string,
		lines: { from: number; to: number } | undefined,
		signal: Cancellation,
	): Promise<{ path: string; plan: EditPlan }>;
	/** Undefined when they are in order. */
	planOrganizeImports(path: string, signal: Cancellation): Promise<{ path: string; action: ActionPlan | undefined }>;
}
