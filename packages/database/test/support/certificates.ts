import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface Certificate {
	certificate: string;
	key: string;
}

export interface Authority extends Certificate {
	/** A certificate for a server of this name. */
	issue(host: string): Certificate;
}

const OIDS = {
	sha256WithRsa: [1, 2, 840, 113549, 1, 1, 11],
	commonName: [2, 5, 4, 3],
	basic: [2, 5, 29, 19],
	names: [2, 5, 29, 17],
};

/** Certificates of one test run: none has to be kept in the repository, and no program has to be installed. */
export function createAuthority(name: string): Authority {
	const own = pair();
	const certificate = sign({
		subject: name,
		issuer: name,
		publicKey: own.publicKey,
		signer: own.privateKey,
		authority: true,
	});
	return {
		certificate,
		key: pem(own.privateKey),
		issue(host) {
			const { publicKey, privateKey } = pair();
			return {
				certificate: sign({ subject: host, issuer: name, publicKey, signer: own.privateKey, authority: false }),
				key: pem(privateKey),
			};
		},
	};
}

function pair() {
	return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function pem(key: KeyObject): string {
	return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface Facts {
	subject: string;
	issuer: string;
	publicKey: KeyObject;
	signer: KeyObject;
	authority: boolean;
}

function sign({ subject, issuer, publicKey, signer, authority }: Facts): string {
	const algorithm = sequence(oid(OIDS.sha256WithRsa), der(0x05));
	const extension = (id: readonly number[], value: Buffer) => sequence(oid(id), der(0x04, value));
	const extensions = authority
		? [extension(OIDS.basic, sequence(der(0x01, Buffer.from([0xff]))))]
		: [extension(OIDS.names, sequence(der(0x82, Buffer.from(subject))))];
	const body = sequence(
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		algorithm,
		named(issuer),
		sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
		named(subject),
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(...extensions)),
	);
	const signature = createSign('sha256').update(body).sign(signer);
	const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
	return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function named(name: string): Buffer {
	return sequence(der(0x31, sequence(oid(OIDS.commonName), der(0x0c, Buffer.from(name)))));
}

function sequence(...parts: readonly Buffer[]): Buffer {
	return der(0x30, Buffer.concat(parts));
}

function oid([first = 0, second = 0, ...others]: readonly number[]): Buffer {
	const bytes = others.flatMap(number => {
		const groups = [number & 0x7f];
		for (let rest = number >> 7; rest > 0; rest >>= 7) {
			groups.unshift((rest & 0x7f) | 0x80);
		}
		return groups;
	});
	return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function der(tag: number, content: Buffer = Buffer.alloc(0)): Buffer {
	const { length } = content;
	const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
