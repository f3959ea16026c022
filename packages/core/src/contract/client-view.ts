import type { Profile } from './profiles.ts';

/** What one client is shown: which tools, and in which form it gets their answers. */
export interface ClientView {
	profile: Profile;
	/** The envelope as structured content, and the schemas of it; without them the text alone. */
	structured: boolean;
	/** Understands `_meta` of Anthropic on tools: what to load at once, and words to find it by. */
	anthropicHints: boolean;
}

/** What the user chose when the client was started, or in its address; it goes before what is known of the client. */
export interface ChosenView {
	profile?: Profile;
	structured?: boolean;
}

/**
 * Agents that show a model what they get: it reads text, and pays for every byte beside it. By the beginning of the name that they
 * give themselves. Those that search long lists get the whole list, those without files and a shell get ours.
 */
const AGENTS: readonly (readonly [name: string, profile: Profile])[] = [
	['claude-code', 'searching'],
	['github-copilot', 'searching'],
	['copilot', 'searching'],
	['visual studio code', 'searching'],
	['code - oss', 'searching'],
	['code-server', 'searching'],
	['vscodium', 'searching'],
	['claude-ai', 'whole'],
	['claude desktop', 'whole'],
	['openai-mcp', 'whole'],
	['chatgpt', 'whole'],
	['lmstudio', 'whole'],
	['lm studio', 'whole'],
	['jan', 'whole'],
	['librechat', 'whole'],
	['codex', 'core'],
	['gemini', 'core'],
	['qwen', 'core'],
	['opencode', 'core'],
	['cursor', 'core'],
	['windsurf', 'core'],
	['cline', 'core'],
	['roo', 'core'],
	['kilo', 'core'],
	['zed', 'core'],
	['goose', 'core'],
	['continue', 'core'],
	['amp', 'core'],
	['crush', 'core'],
	['warp', 'core'],
	['junie', 'core'],
	['kiro', 'core'],
	['factory', 'core'],
];

/**
 * The view of a client by the name in its `clientInfo`. A client that nobody knows may be a program, which needs the envelope, or
 * an agent, whose model pays for each tool: it gets the envelope, and the core.
 */
export function viewOf(client: string | undefined, chosen: ChosenView = {}): ClientView {
	const name = client?.toLowerCase() ?? '';
	const [agent, profile = 'core'] = AGENTS.find(([known]) => startsWithWord(name, known)) ?? [];
	return {
		profile: chosen.profile ?? profile,
		structured: chosen.structured ?? agent === undefined,
		anthropicHints: agent === 'claude-code',
	};
}

/** `codex-mcp-client` and `Codex 2` begin with `codex`; `jane` does not begin with `jan`. */
function startsWithWord(name: string, known: string): boolean {
	return name.startsWith(known) && !/^[a-z]/.test(name.slice(known.length));
}
