import type { ProgramFile } from '@hawser/agent-config/custom-tools/program-files.ts';
import type { CustomTool } from '@hawser/agent-config/custom-tools/tool-folder.ts';

/** The user's permission for the tools of a folder. It is kept on this machine and never in the project. */
export interface Allowed {
	/** Hashes of the tools, with their descriptions, as they were when the user said yes. */
	hashes: readonly string[];
	/** Hashes of all program files in .hawser at that time, by path: what a script imports is allowed with it. */
	files: Readonly<Record<string, string>>;
	/** The user wants to hear of no change. */
	laterChanges: boolean;
}

/** The tools of a folder as they are on disk at one moment. */
export interface FolderState {
	tool: CustomTool;
	/** All tools of its folder: one answer is for all of them. */
	tools: readonly CustomTool[];
	programs: ReadonlyMap<string, ProgramFile>;
}
