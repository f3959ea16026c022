import type { Dialect } from './contract/dialect.ts';
import type { Toolset } from './contract/toolset.ts';
import { ggmcp } from './dialects/ggmcp.ts';
import { vscBridge } from './dialects/vsc-bridge.ts';
import { vscodeMcpProxy } from './dialects/vscode-mcp-proxy.ts';
import { codeToolset } from './tools/code/toolset.ts';
import { diagnosticToolset } from './tools/diagnostic/toolset.ts';
import { editorToolset } from './tools/editor/toolset.ts';
import { fileToolset } from './tools/file/toolset.ts';
import { symbolToolset } from './tools/symbol/toolset.ts';
import { taskToolset } from './tools/task/toolset.ts';
import { terminalToolset } from './tools/terminal/toolset.ts';
import { textToolset } from './tools/text/toolset.ts';
import { windowToolset } from './tools/window/toolset.ts';

/** Every toolset, in the order in which agents and readers meet them. */
export const toolsets: readonly Toolset[] = [
	windowToolset,
	editorToolset,
	fileToolset,
	textToolset,
	symbolToolset,
	codeToolset,
	diagnosticToolset,
	terminalToolset,
	taskToolset,
];

/** Other systems whose tool names are understood. */
export const dialects: readonly Dialect[] = [vscodeMcpProxy, ggmcp, vscBridge];
