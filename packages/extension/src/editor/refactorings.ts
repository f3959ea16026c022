import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import { createActionRuns } from './action-runs.ts';
import { createCheckedDocuments } from './checked-documents.ts';
import { createCodeActionPlans } from './code-action-plans.ts';
import type { CommandGuard } from './commands/command-guard.ts';
import type { Consent } from './consent.ts';
import { createFormatPlans } from './format-plans.ts';
import type { Indentations } from './indentations.ts';
import type { LanguageServers } from './language-servers.ts';
import type { LanguageSubjects } from './language-subjects.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { createRenamePlans } from './rename-plans.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import type { WorkspaceEdits } from './workspace-edits.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

export function createRefactorings(dependencies: {
	paths: WorkspacePaths;
	subjects: LanguageSubjects;
	languageServers: LanguageServers;
	indentations: Indentations;
	typeScript: TypeScriptServer;
	published: PublishedDiagnostics;
	edits: WorkspaceEdits;
	consent: Consent;
	guard: CommandGuard;
}): Refactorings {
	return {
		...createRenamePlans(dependencies),
		...createCodeActionPlans({
			...dependencies,
			checked: createCheckedDocuments(dependencies),
			runs: createActionRuns(dependencies),
		}),
		...createFormatPlans(dependencies),
	};
}
