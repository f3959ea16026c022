import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadWindowProof, PROOF_HEADER, PROOF_PATH } from '../src/window-proof.ts';

export const { prove } = await loadWindowProof();

/** Answers as a window that is asked for its proof; false for every other request. */
export function answerProof(request: IncomingMessage, response: ServerResponse, token: string, port: number): boolean {
	const url = new URL(request.url ?? '/', 'http://window');
	if (url.pathname !== PROOF_PATH) {
		return false;
	}
	request.resume();
	const proof = prove(token, port, url.searchParams.get('challenge'));
	response.writeHead(204, { [PROOF_HEADER]: proof ?? '' }).end();
	return true;
}

/** The same for a server that is called at the port where it listens. */
export function answerOwnProof(request: IncomingMessage, response: ServerResponse, token: string): boolean {
	return answerProof(request, response, token, request.socket.localPort ?? 0);
}
