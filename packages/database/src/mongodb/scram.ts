import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
/** Fewer would be cheap to guess for who listens; more would keep this machine busy for who answers. */
const ITERATIONS = { least: 4_096, most: 1_000_000 };

export type ScramMechanism = 'SCRAM-SHA-256' | 'SCRAM-SHA-1';
type Exchange = (payload: string) => Promise<string>;

/** The exchange did not prove that the other side knows the password, or broke its rules. */
export class ScramFailure extends Error {}

/**
 * Proves to the server that we know the password, without sending it, and has the server prove that it knows it too (RFC 5802 and
 * 7677, as MongoDB uses them). `start` and `go on` carry a message to the server and its answer back.
 */
export async function scram(
	{ mechanism, user, password }: { mechanism: ScramMechanism; user: string; password: string },
	{ start, goOn }: { start: Exchange; goOn: Exchange },
	nonce = randomBytes(24).toString('base64'),
): Promise<void> {
	const hash = mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha1';
	// MongoDB's older mechanism knows passwords only as digests.
	const secret =
		hash === 'sha256'
			? password.normalize('NFKC')
			: createHash('md5').update(`${user}:mongo:${password}`).digest('hex');
	const clientFirst = `n=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`;
	const serverFirst = await start(`n,,${clientFirst}`);
	const { r = '', s = '', i = '' } = fields(serverFirst);
	const iterations = Number(i);
	if (
		!r.startsWith(nonce) ||
		r.length === nonce.length ||
		!(iterations >= ITERATIONS.least && iterations <= ITERATIONS.most)
	) {
		throw new ScramFailure('The server broke the rules of the login.');
	}
	const salted = await derive(secret, Buffer.from(s, 'base64'), iterations, hash === 'sha256' ? 32 : 20, hash);
	const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
	const clientKey = hmac(salted, 'Client Key');
	const storedKey = createHash(hash).update(clientKey).digest();
	const withoutProof = `c=biws,r=${r}`;
	const all = `${clientFirst},${serverFirst},${withoutProof}`;
	const signature = hmac(storedKey, all);
	const proof = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0));
	const { v = '' } = fields(await goOn(`${withoutProof},p=${Buffer.from(proof).toString('base64')}`));
	const [given, expected] = [Buffer.from(v, 'base64'), hmac(hmac(salted, 'Server Key'), all)];
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
		throw new ScramFailure('The server could not prove that it knows the password.');
	}
}

function fields(message: string): Readonly<Record<string, string>> {
	return Object.fromEntries(message.split(',').map(part => [part.charAt(0), part.slice(2)]));
}
