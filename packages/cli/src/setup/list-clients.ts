import { existsSync } from 'node:fs';
import { readTextFile } from '@hawser/agent-config/change-file.ts';
import { findProgram } from '@hawser/node/find-program.ts';
import type { Client } from './client.ts';
import { CLIENTS } from './client-list.ts';
import { CLIENT_NAMES, type ClientName } from './client-names.ts';
import type { Scope, SetupEnvironment } from './environment.ts';

/** The state of one client, found out without changing or starting anything. */
export interface ListedClient {
	client: ClientName;
	title: string;
	installed: boolean;
	/** The program, else a file or folder of it, that shows that it is installed. */
	found?: string;
	/** Undefined when it has no file for projects. */
	file?: string;
	/** The way in which it reaches Hawser, if it knows it: `other` for another server of that name, `unreadable` for a broken file. */
	configured: 'no' | 'stdio' | 'http' | 'other' | 'unreadable';
	reason?: string;
	/** Why it finds Hawser without an entry of its own, if it does. */
	needsNothing?: string;
}

export function listClients(environment: SetupEnvironment, scope: Scope): ListedClient[] {
	return CLIENT_NAMES.map(name => {
		const client = CLIENTS[name];
		const found = signOf(client, environment);
		const file = client.file(scope, environment);
		return {
			client: name,
			title: client.title,
			installed: found !== undefined,
			...(found !== undefined && { found }),
			...(file !== undefined && { file }),
			...(client.needsNothing !== undefined && { needsNothing: client.needsNothing }),
			...(file === undefined ? { configured: 'no' as const } : configuredIn(file, name)),
		};
	});
}

export function isInstalled(client: Client, environment: SetupEnvironment): boolean {
	return signOf(client, environment) !== undefined;
}

function signOf(client: Client, environment: SetupEnvironment): string | undefined {
	return findProgram(client.programs, environment) ?? client.traces(environment).find(existsSync);
}

function configuredIn(file: string, name: ClientName): Pick<ListedClient, 'configured' | 'reason'> {
	const text = readTextFile(file);
	const configured = 'kind' in text ? text : CLIENTS[name].format.read(text.text ?? '');
	switch (configured.kind) {
		case 'refused':
			return { configured: 'unreadable', reason: configured.reason };
		case 'foreign':
			return { configured: 'other' };
		case 'absent':
			return { configured: 'no' };
		case 'stdio':
		case 'http':
			return { configured: configured.kind };
	}
}
