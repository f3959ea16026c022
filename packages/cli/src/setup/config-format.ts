import type { JsonEdit } from '@hawser/agent-config/json/edit-json.ts';
import type { Refusal } from '@hawser/agent-config/json/refusal.ts';
import type { Scope } from './environment.ts';
import type { McpServer } from './mcp-server.ts';

/** An edit of a text, with the way back: see `JsonEdit`. */
export type ConfigEdit = JsonEdit;

export type Configured = { kind: 'absent' } | { kind: McpServer['transport'] } | { kind: 'foreign' } | Refusal;

/** The format in which a client keeps its servers. It works on text; a file that is not there is the empty text. */
export interface ConfigFormat {
	/** Finds out if the client has a server named hawser, and if that is ours. */
	read(text: string): Configured;
	/** Adds or renews the entry. What the user added to it stays. */
	add(text: string, server: McpServer, scope: Scope): ConfigEdit;
	/** Takes the entry out, and what was put around it beyond the first `keep` names of its path. */
	remove(text: string, keep?: number): ConfigEdit;
	/** True when the text configures nothing, so that a file which we made can go. */
	saysNothing(text: string): boolean;
}

export const FOREIGN = 'it has another server with the name "hawser"';
