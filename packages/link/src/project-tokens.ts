import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { jsonMapFile } from '@hawser/node/json-map-file.ts';

/** Tokens by project root, kept so that a reload of the window does not lock out agents that are connected. */
export interface ProjectTokens {
	/** The token of the project; made when it has none. */
	get(projectRoot: string): Promise<string>;
	/** A new token; whoever has the old one is locked out as soon as the window uses it. */
	renew(projectRoot: string): Promise<string>;
}

/** The home must exist: see ensureHome. */
export function projectTokens(home: string): ProjectTokens {
	const file = jsonMapFile(join(home, 'tokens.json'), isToken);
	async function set(projectRoot: string, keep: boolean): Promise<string> {
		let token = newToken();
		await file.change(tokens => {
			const present = tokens.get(projectRoot);
			if (keep && present !== undefined) {
				token = present;
				return false;
			}
			tokens.set(projectRoot, token);
			return true;
		});
		return token;
	}
	return {
		get: async projectRoot => file.read().get(projectRoot) ?? (await set(projectRoot, true)),
		renew: projectRoot => set(projectRoot, false),
	};
}

export function newToken(): string {
	return randomBytes(32).toString('base64url');
}

function isToken(value: unknown): value is string {
	return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}
