import { isSameSecret } from '@hawser/node/same-secret.ts';

/**
 * A window proves that it is the one in the registry before its token and a call are sent to it. A port is free for
 * everybody the moment a window has died, and whoever takes it, another user of the machine too, is called in its place.
 * The proof needs the token and does not tell it. It holds for one port, so that nobody can get it from the window's new port
 * and show it at the old one, and for one question, so that an old proof is worth nothing.
 */
export interface WindowProof {
	newChallenge(): string;
	/** Gives the answer of the window at this port; undefined when the question is not one of ours. */
	prove(token: string, port: number, challenge: unknown): string | undefined;
	isProof(given: string | undefined, token: string, port: number, challenge: string): boolean;
}

export const PROOF_PATH = '/proof';
export const PROOF_HEADER = 'hawser-proof';

const CHALLENGE = /^[\w-]{43}$/;

/** Node's cryptography takes milliseconds to load, which a program that only lists tools need not wait for. */
export async function loadWindowProof(): Promise<WindowProof> {
	const { createHmac, randomBytes, timingSafeEqual } = await import('node:crypto');

	const prove: WindowProof['prove'] = (token, port, challenge) =>
		typeof challenge === 'string' && CHALLENGE.test(challenge)
			? createHmac('sha256', token).update(`hawser window ${port} ${challenge}`).digest('base64url')
			: undefined;

	return {
		newChallenge: () => randomBytes(32).toString('base64url'),
		prove,
		isProof(given, token, port, challenge) {
			return isSameSecret(given, prove(token, port, challenge), timingSafeEqual);
		},
	};
}
