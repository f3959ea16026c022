import { expect, test } from 'vitest';
import { isLocal } from '../../src/engines/failure.ts';
import { codeOf, createFolder, openProject } from '../support/project.ts';

test.each([
	['a host where a socket should be', 'postgres://u:p@localhost/shop?socket=db.example.org', 'db.example.org/shop'],
	[
		'a socket for an engine that has none',
		'sqlserver://db.example.org;database=shop;socket=/tmp/x',
		'db.example.org:1433/shop',
	],
	[
		'a socket in the query for an engine that has none',
		'mssql://u:p@db.example.org/shop?socket=/tmp/x',
		'db.example.org:1433/shop',
	],
])('%s does not make a server elsewhere one of this machine', async (_, url, target) => {
	const asked: string[] = [];
	const project = openProject(createFolder({ '.env': `DATABASE_URL=${url}\n` }), {
		confirmConnection: question => {
			asked.push(question.target);
			return Promise.resolve(false);
		},
	});
	expect(await codeOf(project.ask('select 1'))).toBe('E_DENIED');
	expect(asked).toEqual([expect.stringContaining(target)]);
	await project.dispose();
});

test.each([
	['/var/run/postgresql', true],
	['\\\\.\\pipe\\mysql', true],
	['\\\\db.example.org\\pipe\\mysql', false],
	['//db.example.org/pipe/mysql', false],
	['db.example.org', false],
])('the socket %s is of this machine: %s', (socket, local) => {
	expect(isLocal({ engine: 'mysql', socket })).toBe(local);
});
