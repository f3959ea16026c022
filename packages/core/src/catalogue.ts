import type { Dialect } from './contract/dialect.ts';
import type { Toolset } from './contract/toolset.ts';
import { ggmcp } from './dialects/ggmcp.ts';
import { breakpointToolset } from './tools/breakpoint/toolset.ts';
import { debugToolset } from './tools/debug/toolset.ts';
import { diagnosticToolset } from './tools/diagnostic/toolset.ts';
import { editorToolset } from './tools/editor/toolset.ts';
import { fileToolset } from './tools/file/toolset.ts';
import { symbolToolset } from './tools/symbol/toolset.ts';
import { windowToolset } from './tools/window/toolset.ts';

/** Every toolset, in the order in which agents and readers meet them. */
export const toolsets: readonly Toolset[] = [
	windowToolset,
	editorToolset,
	fileToolset,
	symbolToolset,
	diagnosticToolset,
	breakpointToolset,
	debugToolset,
];

/** Other systems whose tool names are understood. */
export const dialects: readonly Dialect[] = [ggmcp];
