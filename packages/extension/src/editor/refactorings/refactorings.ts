import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import type { CommandGuard } from '../commands/command-guard.ts';
import { createCheckedDocuments } from '../diagnostics/checked-documents.ts';
import type { PublishedDiagnostics } from '../diagnostics/published-diagnostics.ts';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { TypeScriptServer } from '../language/typescript-server.ts';
import type { Consent } from '../questions/consent.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { createActionRuns } from './action-runs.ts';
import { createCodeActionPlans } from './code-action-plans.ts';
import { createFormatPlans } from './format-plans.ts';
import type { Indentations } from './indentations.ts';
import { createRenamePlans } from './rename-plans.ts';

export function createRefactorings(dependencies: {
	paths: WorkspacePaths;
	languageQueries: LanguageQueries;
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
