import type { Call } from '../../contract/tool.ts';
import type { ActionPlan } from '../../ports/refactorings.ts';
import type { PlannedFile } from '../../ports/values/edit-plan.ts';

/** Makes an action, be it worked out as edits or left to its extension, and tells the files it changed. */
export async function applyAction(
	action: ActionPlan,
	call: Call,
): Promise<{ files: readonly PlannedFile[]; leftUnsaved: readonly string[] }> {
	if ('plan' in action) {
		const { leftUnsaved } = await action.plan.apply(call);
		return { files: action.plan.files, leftUnsaved };
	}
	const { changed, leftUnsaved } = await action.run(call);
	return { files: changed.map(path => ({ path, kind: 'edit', edits: [] })), leftUnsaved };
}
