import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import type { TextSearch } from '@hawser/core/ports/text-search.ts';
import type { CommandGuard } from '../commands/command-guard.ts';
import { createCheckedDocuments } from '../diagnostics/checked-documents.ts';
import type { LinterStart } from '../diagnostics/linter-start.ts';
import type { PublishedDiagnostics } from '../diagnostics/published-diagnostics.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { Consent } from '../questions/consent.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import { createActionRuns } from './action-runs.ts';
import { createCodeActionPlans } from './code-action-plans.ts';
import { createFormatPlans } from './format-plans.ts';
import type { Indentations } from './indentations.ts';
import { createRenamePlans } from './rename-plans.ts';
import { createReplacePlans } from './replace-plans.ts';

export function createRefactorings(dependencies: {
	paths: WorkspacePaths;
	languageQueries: LanguageQueries;
	languageServers: LanguageServers;
	indentations: Indentations;
	typeScript: TypeScriptServer;
	published: PublishedDiagnostics;
	linterStart: LinterStart;
	edits: WorkspaceEdits;
	consent: Consent;
	guard: CommandGuard;
	ripgrep: Ripgrep;
	textSearch: TextSearch;
	openNotebooks: Pick<OpenNotebooks, 'isNotebook'>;
}): Refactorings {
	return {
		...createRenamePlans(dependencies),
		...createReplacePlans(dependencies),
		...createCodeActionPlans({
			...dependencies,
			checked: createCheckedDocuments(dependencies),
			runs: createActionRuns(dependencies),
		}),
		...createFormatPlans(dependencies),
	};
}
