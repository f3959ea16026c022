import { statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseEngine, DatabaseSummary } from '@hawser/core/ports/database.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { realPathOr } from '@hawser/node/real-path.ts';
import type { Discovery } from './discovery/discover.ts';
import type { FoundDatabase } from './discovery/found-database.ts';
import { endpointOf } from './engines/endpoint.ts';
import { isLocal, targetOf } from './engines/failure.ts';
import { tlsModeOf } from './engines/tls.ts';
import { forwardOf } from './tunnel/open-forwards.ts';
import { defined } from './values/parsed-values.ts';

/** The question to the user, asked once per database, before the first connection to it. */
export interface ConnectionQuestion {
	name: string;
	engine: DatabaseEngine;
	target: string;
	source: string;
	reason: 'not on this machine' | 'outside the project' | 'reached through a tunnel';
}

/** The database that a call means, or the reason why that cannot be said. */
export function choose({ databases, defaultName }: Discovery, name: string | undefined): FoundDatabase {
	if (databases.length === 0) {
		throw new ToolError('E_NO_DATABASE', 'No file of this project names a database, and no SQLite file was found.');
	}
	const wanted = name ?? defaultName;
	const found = databases.find(database => database.name.toLowerCase() === wanted?.toLowerCase());
	const names = databases.map(database => database.name);
	if (name !== undefined && !found) {
		const nearest = nearestName(name, names);
		const hint = nearest === undefined ? `The databases are: ${names.join(', ')}.` : `Did you mean ${nearest}?`;
		throw new ToolError('E_DATABASE_NOT_FOUND', `There is no database "${name}".`, { hint });
	}
	if (!found) {
		const usable = databases.filter(database => database.problem === undefined);
		const [first] = databases;
		if (usable.length === 0 && first) {
			throw unusable(first);
		}
		const candidates = usable.map(database => ({ name: database.name, target: targetOf(database) }));
		throw new ToolError(
			'E_DATABASE_AMBIGUOUS',
			`The project has several databases: ${summarize(usable.map(database => database.name))}.`,
			{
				details: { candidates },
			},
		);
	}
	if (found.problem !== undefined) {
		throw unusable(found);
	}
	return found;
}

function unusable({ name, problem = '' }: FoundDatabase): ToolError {
	return new ToolError('E_DATABASE_UNUSABLE', `${name} cannot be used: ${problem}`);
}

export function summary(
	found: FoundDatabase,
	isDefault: boolean,
	reason: ConnectionQuestion['reason'] | undefined,
): DatabaseSummary {
	const problem = found.problem ?? (reason && `It is ${reason}: the user is asked before the first connection.`);
	const { name, engine, source } = found;
	return { name, engine, source, target: targetOf(found), isDefault, ...(problem !== undefined && { problem }) };
}

/** A database with the file that its path led to when it was looked up: a link may lead elsewhere a moment later. */
export interface BoundDatabase extends FoundDatabase {
	realFile?: string | undefined;
	inode?: number | undefined;
	/** True when links stand between the path as it is written and the file. */
	linked?: boolean;
	/** The program by which a port of this machine leads to another one. */
	forwarded?: string | undefined;
}

export function bind(found: FoundDatabase, folder: string): BoundDatabase {
	if (found.engine !== 'sqlite') {
		const isPort = isLocal(found) && found.socket === undefined && !found.ssh && found.problem === undefined;
		const forwarded = isPort ? forwardOf(endpointOf(found).port) : undefined;
		return { ...withAbsoluteFiles(found, folder), ...(forwarded !== undefined && { forwarded }) };
	}
	const realFile = realPathOr(absolute(found, folder));
	return { ...found, realFile, inode: inodeOf(realFile), linked: realFile !== absolute(found, realPathOr(folder)) };
}

/** Certificates are named as a file of the project would: relative to its folder. */
function withAbsoluteFiles(found: FoundDatabase, folder: string): FoundDatabase {
	const at = (file: string | undefined) => (file === undefined || file === 'system' ? file : resolve(folder, file));
	const { rootCertificate, clientCertificate, clientKey, ssh } = found;
	return defined({
		...found,
		rootCertificate: at(rootCertificate),
		clientCertificate: at(clientCertificate),
		clientKey: at(clientKey),
		ssh: ssh && defined({ ...ssh, privateKey: ssh.privateKey?.startsWith('~/') ? ssh.privateKey : at(ssh.privateKey) }),
	});
}

/** Everything that decides where a statement goes and as whom. */
export function identityOf(found: BoundDatabase): string {
	const { engine, realFile, inode, host, port, socket, user, password, database, schema } = found;
	const { tls, rootCertificate, clientCertificate, clientKey, authSource, srv, ssh, forwarded } = found;
	const place = [engine, realFile, inode, host, port, socket, database, schema];
	return JSON.stringify([
		...place,
		user,
		password,
		tls,
		rootCertificate,
		clientCertificate,
		clientKey,
		authSource,
		srv,
		ssh,
		forwarded,
	]);
}

/** Who agreed to a verified connection has not agreed to send the password to whoever answers. */
const SECURITY = {
	disable: ', in plain text',
	require: ', encrypted, but without checking who answers',
	'verify-ca': '',
	'verify-full': '',
};

/** The address that a question names: where the database really is. */
export function questionTarget(found: BoundDatabase): string {
	if (found.linked === true && found.realFile !== undefined) {
		return found.realFile;
	}
	if (found.engine === 'sqlite') {
		return targetOf(found);
	}
	return isLocal(found)
		? `${targetOf(found)}${found.forwarded === undefined ? '' : `, forwarded by ${found.forwarded}`}`
		: `${targetOf(found)}${SECURITY[tlsModeOf(found)]}`;
}

export function whyConfirm(found: BoundDatabase, folder: string): ConnectionQuestion['reason'] | undefined {
	if (found.engine !== 'sqlite') {
		const isElsewhere = !isLocal(found) || found.ssh !== undefined;
		return isElsewhere ? 'not on this machine' : found.forwarded === undefined ? undefined : 'reached through a tunnel';
	}
	const inside = relative(realPathOr(folder), found.realFile ?? '');
	return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? 'outside the project' : undefined;
}

function absolute({ file = '' }: FoundDatabase, folder: string): string {
	return isAbsolute(file) ? file : join(folder, file);
}

function inodeOf(path: string): number | undefined {
	try {
		return statSync(path).ino;
	} catch {
		return undefined;
	}
}
