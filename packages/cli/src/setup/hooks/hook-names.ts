/** Clients whose hooks tell what they have written; help and completion need no more than the names. */
export const HOOK_CLIENTS = ['claude-code', 'gemini', 'qwen'] as const;

export type HookClient = (typeof HOOK_CLIENTS)[number];

export type HookName = `hook-${HookClient}`;

/** The others hand a hook to a shell, and on Windows nobody knows which. */
export function hookClientsOn(platform: NodeJS.Platform): readonly HookClient[] {
	return platform === 'win32' ? ['claude-code'] : HOOK_CLIENTS;
}

/** The client whose hook the target is. */
export function hookClientOf(target: string): HookClient | undefined {
	return HOOK_CLIENTS.find(client => target === `hook-${client}`);
}
