/** A tool as the agent offers it to its model. Some agents put the tools of a server into a namespace. */
export interface OfferedTool {
	name: string;
	namespace?: string;
	/** The tool whose input is a script that calls this one. */
	inScriptOf?: { name: string; namespace: string };
}

/** What the model does next: call a tool, or say something, which ends the agent's turn. */
export type Turn = { kind: 'call'; tool: OfferedTool; input: Record<string, unknown> } | { kind: 'say'; text: string };

/** Events are streamed, each with its name if it has one; `json` is one body. */
export type Answer = { events: readonly { name?: string; data: object }[] } | { json: object };

/** How one maker of models writes requests and answers. The model behind them is the same. */
export interface WireFormat {
	serves(path: string): boolean;
	/** What the agent offers, and the results of calls so far exactly as the model is told them. */
	read(body: Body): { tools: readonly OfferedTool[]; results: readonly unknown[] };
	write(turn: Turn, request: { body: Body; path: string }): Answer;
	/** The answer to requests that are not about tools: titles, routing, warm-up. */
	smallTalk: string;
}

export type Body = Record<string, unknown>;

export function isBody(value: unknown): value is Body {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list that may be missing. */
export function bodies(value: unknown): Body[] {
	return Array.isArray(value) ? value.filter(isBody) : [];
}
