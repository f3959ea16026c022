import type { Dialect } from './contract/dialect.ts';
import type { Toolset } from './contract/toolset.ts';
import { agentlink } from './dialects/agentlink/agentlink.ts';
import { devdb } from './dialects/devdb.ts';
import { ggmcp } from './dialects/ggmcp/ggmcp.ts';
import { ggmcpLater } from './dialects/ggmcp/ggmcp-later.ts';
import { vscBridge } from './dialects/vsc-bridge.ts';
import { vscodeMcpProxy } from './dialects/vscode-mcp-proxy.ts';
import { breakpointToolset } from './tools/breakpoint/toolset.ts';
import { changeToolset } from './tools/change/toolset.ts';
import { codeToolset } from './tools/code/toolset.ts';
import { commandToolset } from './tools/command/toolset.ts';
import { dapToolset } from './tools/dap/toolset.ts';
import { databaseToolset } from './tools/database/toolset.ts';
import { debugToolset } from './tools/debug/toolset.ts';
import { diagnosticToolset } from './tools/diagnostic/toolset.ts';
import { docsToolset } from './tools/docs/toolset.ts';
import { editorToolset } from './tools/editor/toolset.ts';
import { fileToolset } from './tools/file/toolset.ts';
import { gitToolset } from './tools/git/toolset.ts';
import { notebookToolset } from './tools/notebook/toolset.ts';
import { projectToolset } from './tools/project/toolset.ts';
import { settingToolset } from './tools/setting/toolset.ts';
import { symbolToolset } from './tools/symbol/toolset.ts';
import { taskToolset } from './tools/task/toolset.ts';
import { terminalToolset } from './tools/terminal/toolset.ts';
import { testToolset } from './tools/test/toolset.ts';
import { textToolset } from './tools/text/toolset.ts';
import { toolToolset } from './tools/tool/toolset.ts';
import { utilToolset } from './tools/util/toolset.ts';
import { windowToolset } from './tools/window/toolset.ts';

/** Every toolset, in the order in which agents and readers meet them. */
export const toolsets: readonly Toolset[] = [
	windowToolset,
	editorToolset,
	fileToolset,
	changeToolset,
	textToolset,
	symbolToolset,
	codeToolset,
	diagnosticToolset,
	databaseToolset,
	breakpointToolset,
	debugToolset,
	dapToolset,
	testToolset,
	gitToolset,
	settingToolset,
	commandToolset,
	projectToolset,
	docsToolset,
	utilToolset,
	terminalToolset,
	taskToolset,
	notebookToolset,
	toolToolset,
];

/** Other systems whose tool names are understood. */
export const dialects: readonly Dialect[] = [agentlink, vscodeMcpProxy, ggmcp, ggmcpLater, vscBridge, devdb];
