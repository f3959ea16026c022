import { type AgentClaim, describeAgent } from '../contract/agent-claim.ts';
import type { Progress, Tool } from '../contract/tool.ts';
import { asksByItself } from '../policy/asks-by-itself.ts';
import { type CallFacts, callFacts } from '../policy/call-facts.ts';
import type { Decision } from '../policy/rule.ts';
import type { Cancellation } from '../ports/values/cancellation.ts';
import type { Surface } from './call-log.ts';
import type { ReviewingUser } from './held-review.ts';

/** One call as the user's rules and a question about it see it. */
export interface CallToAdmit extends CallFacts {
	tool: Pick<Tool, 'name' | 'title' | 'effect'>;
	/** The arguments as the tool understands them. */
	input: Readonly<Record<string, unknown>>;
	/** The window asks the user about this call in any case, because it is guarded. */
	asksByItself: boolean;
	/** Its change can be shown before it is made. */
	reviewable: boolean;
	surface: Surface;
	/** The same for all calls of one connection. */
	connection: string;
	/** What the agent calls itself: a claim. */
	agent: string;
	version?: string;
	/** The agent as a user is told of it. */
	who: string;
	/** The process on this machine that speaks for the agent. */
	pid?: number;
}

/** What a caller that has to wait for the user may be told meanwhile, and how it says that it waits no longer. */
export interface Waiting {
	signal: Cancellation;
	/** The command line of the call, where it has one: some are guarded in every mode. */
	line?: string;
	progress?: (progress: Progress) => void;
}

/** Says whether a call may go on. */
export interface CallPolicy {
	/**
	 * Throws E_DENIED when it may not; a promise when the user has to be asked, and the user themselves when they have to see what it
	 * changes. Most calls need no description.
	 */
	admit(describe: () => CallToAdmit, waiting: Waiting): Promise<ReviewingUser | undefined> | undefined;
	/** Only refuses: for a call that goes on to another window, which asks its user. */
	refuse(describe: () => CallToAdmit): void;
	/** What rules and mode say of the call, for a surface that asks by itself; undefined where they leave it to that surface. */
	foresee(describe: () => CallToAdmit): Promise<Decision | undefined>;
}

/** The facts of a request that say who calls. */
interface Calling {
	surface: Surface;
	agent?: string;
	client?: AgentClaim;
}

export function callToAdmit(tool: Tool, input: Readonly<Record<string, unknown>>, calling: Calling): CallToAdmit {
	const { name, title, effect } = tool;
	return {
		tool: { name, title, effect },
		input,
		...callFacts(tool, input),
		asksByItself: asksByItself(tool.asksUser, input),
		reviewable: tool.reviewable === true,
		...callerOf(calling),
	};
}

/** The same for a call that another window understands: only its name is known here, and that is taken for the worst. */
export function callSentOn(
	{ name, effect }: Pick<Tool, 'name' | 'effect'>,
	input: Readonly<Record<string, unknown>>,
	calling: Calling,
): CallToAdmit {
	return {
		tool: { name, title: name, effect },
		input,
		paths: [],
		onlyThesePaths: false,
		asksByItself: false,
		reviewable: false,
		...callerOf(calling),
	};
}

/** Who calls, as rules and questions name them. */
export function callerOf(calling: Calling) {
	const { surface, agent: connection = surface, client } = calling;
	return {
		surface,
		connection,
		agent: client?.name ?? SURFACE_NAMES[surface],
		...(client?.version !== undefined && { version: client.version }),
		...(client?.pid !== undefined && { pid: client.pid }),
		who: client ? describeAgent(client) : SURFACE_NAMES[surface],
	};
}

/** For callers that give no name. */
const SURFACE_NAMES: Record<Surface, string> = {
	mcp: 'an MCP client',
	stdio: 'an MCP client',
	cli: 'hawser call',
	forward: 'an agent of another window',
	'language-model': 'the chat of this editor',
	rest: 'a REST client',
	files: 'a client of the file bridge',
	custom: 'a custom tool',
};
