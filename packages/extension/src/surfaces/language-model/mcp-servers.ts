import * as vscode from 'vscode';
import { connection, isSame, type McpOffer, type ServerAddress } from './mcp-offer.ts';
import { MCP_PROVIDER, MCP_SERVER } from './names.ts';

/** Uses VS Code's own interface, which goes by the version to see whether tools have changed. */
export function offerToVsCode(version: string): McpOffer {
	let current: ServerAddress | undefined;
	const changed = new vscode.EventEmitter<void>();
	const provider = vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
		onDidChangeMcpServerDefinitions: changed.event,
		provideMcpServerDefinitions() {
			if (!current) {
				return [];
			}
			const { url, headers } = connection(current);
			return [new vscode.McpHttpServerDefinition(MCP_SERVER, vscode.Uri.parse(url), headers, version)];
		},
	});
	return {
		offer(address) {
			if (!isSame(current, address)) {
				current = address;
				changed.fire();
			}
		},
		dispose() {
			provider.dispose();
			changed.dispose();
		},
	};
}
