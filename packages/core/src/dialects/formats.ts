import type { DialectFormat } from '../contract/dialect-format.ts';
import { agentlinkFormat } from './agentlink/agentlink-format.ts';
import { devdbFormat } from './devdb-format.ts';
import type { DialectName } from './dialect-names.ts';
import { ggmcpFormat } from './ggmcp/ggmcp-format.ts';
import { ggmcpLaterFormat } from './ggmcp/ggmcp-later-format.ts';
import { vscBridgeFormat } from './vsc-bridge-format.ts';
import { vscodeMcpProxyFormat } from './vscode-mcp-proxy-format.ts';

/** The formats of the dialects by name; a test compares them with the list of dialects. */
export const dialectFormats: Readonly<Record<DialectName, DialectFormat>> = {
	agentlink: agentlinkFormat,
	devdb: devdbFormat,
	ggmcp: ggmcpFormat,
	'ggmcp-1.2': ggmcpLaterFormat,
	'vsc-bridge': vscBridgeFormat,
	'vscode-mcp-proxy': vscodeMcpProxyFormat,
};
