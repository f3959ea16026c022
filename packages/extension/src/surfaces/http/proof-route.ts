import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadWindowProof, PROOF_HEADER, PROOF_PATH } from '@hawser/link/window-proof.ts';
import { sendRefusal } from './refusal.ts';

/** Callers ask here before they send the token, because they do not know yet who answers; so the route needs no token. */
export function proofRoute(token: () => string, port: () => number) {
	let loading: ReturnType<typeof loadWindowProof> | undefined;
	return {
		path: PROOF_PATH,
		methods: ['GET'],
		withoutToken: { allowed: () => true, hint: '' },
		async answer({ request, response }: { request: IncomingMessage; response: ServerResponse }): Promise<void> {
			const challenge = new URLSearchParams(request.url?.split('?')[1]).get('challenge');
			const { prove } = await (loading ??= loadWindowProof());
			const proof = prove(token(), port(), challenge);
			if (proof === undefined) {
				const message = 'The challenge must be 32 bytes in base64url.';
				sendRefusal(response, PROOF_PATH, { status: 400, code: 'E_INVALID_REQUEST', message });
			} else {
				response.writeHead(204, { [PROOF_HEADER]: proof, 'cache-control': 'no-store' }).end();
			}
		},
	};
}
