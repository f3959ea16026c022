import type { ToolsetSelection } from '@hawser/core/contract/toolset-selection.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import * as vscode from 'vscode';
import { contributedTools } from './contributed-tools.ts';
import { cursorMcp, offerToCursor } from './cursor.ts';
import type { McpOffer, ServerAddress } from './mcp-offer.ts';
import { offerToVsCode } from './mcp-servers.ts';
import { CHAT_TOOLS_KEY, chatToolMark } from './names.ts';
import { registerTools } from './register-tools.ts';

/** The chat of this window gets the tools from the extension, from its MCP server, or not at all. */
export type ChatMode = 'tools' | 'mcp' | 'off';

export interface ChatOptions {
	packageJson: unknown;
	version: string;
	runtime: () => Promise<Runtime>;
	mode: () => ChatMode;
	selection: () => ToolsetSelection;
	/** True when the project defines tools of its own, which the manifest cannot name. */
	hasProjectTools: () => boolean;
	/** Undefined while the server does not run; the chat's own tools do without it. */
	server: () => ServerAddress | undefined;
	onFailure: (what: string, cause: unknown) => void;
}

export interface Chat extends vscode.Disposable {
	/** The mode in effect: an editor may not have the one that the user chose. */
	readonly mode: ChatMode;
	/** Brings what the chat shows to what settings and server say now. */
	follow(): void;
}

/** No tool in two ways at once: the chat would show it twice. Editors without a chat of this kind get nothing. */
export function createChat(options: ChatOptions): Chat {
	const { packageJson, version, runtime, onFailure } = options;
	const tools = contributedTools(packageJson);
	const disposables: vscode.Disposable[] = [];
	const attempt = <Result>(what: string, work: () => Result): Result | undefined => {
		try {
			return work();
		} catch (cause) {
			onFailure(what, cause);
			return undefined;
		}
	};
	const hasTools = hasFunction('registerTool');
	if (hasTools) {
		disposables.push(registerTools({ tools, runtime, onFailure }));
	}
	const offer = <Offer extends McpOffer>(made: Offer | undefined) => {
		if (made) {
			disposables.push(made);
		}
		return made;
	};
	const cursor = cursorMcp(vscode);
	const toCursor = cursor && offer(offerToCursor(cursor));
	const toVsCode =
		!cursor && hasFunction('registerMcpServerDefinitionProvider')
			? offer(attempt('The MCP server is not offered to the chat', () => offerToVsCode(version)))
			: undefined;

	const currentMode = (): ChatMode => {
		const wanted = options.mode();
		if (cursor) {
			return wanted === 'off' ? 'off' : 'mcp';
		}
		const isThere = wanted === 'tools' ? hasTools : toVsCode !== undefined;
		return isThere ? wanted : 'off';
	};

	let shown: string | undefined;
	const show = (names: readonly string[]) => {
		const next = names.map(chatToolMark).join('');
		if (next !== shown) {
			shown = next;
			void vscode.commands.executeCommand('setContext', CHAT_TOOLS_KEY, next);
		}
	};

	return {
		get mode() {
			return currentMode();
		},
		follow() {
			const mode = currentMode();
			const selection = options.selection();
			const listed = tools.filter(tool => selection.allows(tool) && selection.lists(tool));
			show(mode === 'tools' ? listed.map(({ name }) => name) : []);
			const needsServer = mode === 'mcp' || (mode === 'tools' && options.hasProjectTools());
			toVsCode?.offer(needsServer ? options.server() : undefined);
			attempt('The MCP server is not offered to Cursor', () => {
				toCursor?.offer(mode === 'mcp' ? options.server() : undefined);
			});
		},
		dispose() {
			vscode.Disposable.from(...disposables).dispose();
		},
	};
}

/** Forks and older versions have a smaller `vscode.lm`, or none. */
function hasFunction(name: string): boolean {
	const lm: unknown = Reflect.get(vscode, 'lm');
	return typeof lm === 'object' && lm !== null && typeof Reflect.get(lm, name) === 'function';
}
