import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tlsOptions } from '../../src/engines/tls.ts';
import { createFolder } from '../support/project.ts';

const optionsFor = (rootCertificate: string) => () =>
	tlsOptions({ engine: 'postgres', host: 'db.example.org', database: 'shop', tls: 'verify-full', rootCertificate });

test('a certificate file is read', () => {
	const folder = createFolder({ 'ca.pem': 'a certificate' });
	expect(optionsFor(join(folder, 'ca.pem'))()).toMatchObject({ ca: 'a certificate' });
});

test('what cannot be one is not: a file without measure, a folder, a pipe that nobody writes to', () => {
	const folder = createFolder();
	const large = join(folder, 'large.pem');
	writeFileSync(large, '');
	truncateSync(large, 2 * 1024 * 1024);
	const pipe = join(folder, 'pipe');
	execFileSync('mkfifo', [pipe]);
	for (const file of [large, folder, pipe, '/dev/zero', join(folder, 'none')]) {
		expect(optionsFor(file), file).toThrow(expect.objectContaining({ code: 'E_DATABASE_TLS' }) as Error);
	}
});
