import type { Proposals } from '../../editor/workbench/proposals.ts';
import type { ProblemSources } from './edit-problems.ts';
import type { EditorContext } from './editor-context.ts';
import type { IdeConnections } from './ide-connections.ts';

/** What sessions of agents' own protocols need of the window. */
export interface SessionParts {
	version: string;
	proposals: Pick<Proposals, 'propose'>;
	connections: IdeConnections;
	/** Begins to follow the user with the first agent. */
	context(): EditorContext;
	problems: ProblemSources;
}
