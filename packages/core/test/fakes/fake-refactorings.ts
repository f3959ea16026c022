import type { ActionChoice, ActionPlan, OfferedActions, Refactorings, TextArea } from '../../src/ports/refactorings.ts';
import type { TextQuery } from '../../src/ports/text-search.ts';
import type { EditPlan, PlannedFile } from '../../src/ports/values/edit-plan.ts';
import type { Freshness } from '../../src/ports/values/freshness.ts';
import type { Position } from '../../src/ports/values/text-position.ts';
import { range } from './fake-symbols.ts';

/** A plan that remembers whether it was carried out. */
export class FakePlan implements EditPlan {
	applied = 0;
	readonly files: readonly PlannedFile[];
	private readonly leftUnsaved: readonly string[];

	constructor(files: readonly PlannedFile[], leftUnsaved: readonly string[] = []) {
		this.files = files;
		this.leftUnsaved = leftUnsaved;
	}

	apply() {
		this.applied++;
		return Promise.resolve({ leftUnsaved: this.leftUnsaved });
	}
}

export function edited(path: string, lines: readonly number[], newText = 'x'): PlannedFile {
	return {
		path,
		kind: 'edit',
		edits: lines.map(line => ({ range: range(line, 1, line, 4), newText, line: `line ${line}` })),
	};
}

/** Answers with what the test has put here, and keeps what it was asked. */
export class FakeRefactorings implements Refactorings {
	plan = new FakePlan([]);
	freshness: Freshness = 'fresh';
	oldName = 'total';
	offered: Partial<OfferedActions> = {};
	action: ActionPlan | undefined;
	readonly asked: unknown[] = [];

	planRename(path: string, position: Position, newName: string) {
		this.asked.push({ path, position, newName });
		return Promise.resolve({ freshness: this.freshness, oldName: this.oldName, plan: this.plan });
	}

	found = { total: 0, skipped: [] as string[], searchedNothing: false };

	planReplace(query: TextQuery, replacement: string) {
		this.asked.push({ query, replacement });
		return Promise.resolve({ ...this.found, plan: this.plan });
	}

	actions(path: string, area: TextArea, kind: string | undefined) {
		this.asked.push({ path, area, kind });
		const defaults = { path, range: range(1, 1), freshness: this.freshness, problems: [], actions: [] };
		return Promise.resolve({ ...defaults, ...this.offered });
	}

	planAction(choice: ActionChoice): Promise<ActionPlan> {
		this.asked.push(choice);
		return Promise.resolve(this.action ?? { title: 'Fix', kind: 'quickfix', others: [], plan: this.plan });
	}

	planFormat(path: string, lines: { from: number; to: number } | undefined) {
		this.asked.push({ path, lines });
		return Promise.resolve({ path, plan: this.plan });
	}

	planOrganizeImports(path: string) {
		return Promise.resolve({ path, action: this.action });
	}
}
