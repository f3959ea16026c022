import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll } from 'vitest';
import { connectHttp } from '../mcp-clients.ts';
import { useWorkbench } from '../use-window.ts';
import type { OpenWindow } from '../workbench.ts';
import { type PlainTypeScript, startPlainTypeScript } from './plain-typescript.ts';
import { PROJECTS, unpackRepository } from './unpack-repository.ts';

export interface Repository {
	open: OpenWindow;
	client: Client;
	plain: PlainTypeScript;
	/** Closes the window and opens it anew: nothing is loaded. */
	reopen(): Promise<void>;
}

/** A window on a real repository, and TypeScript itself on the same files. */
export function useRepository(): () => Repository {
	const workbench = useWorkbench();
	let repository: Repository | undefined;
	beforeAll(async () => {
		const folder = workbench().makeFolder('repository');
		await unpackRepository(folder);
		const open = await workbench().open(folder);
		const appRoot = String(await open.window.evaluate('return vscode.env.appRoot'));
		const library = join(appRoot, 'extensions/node_modules/typescript/lib/typescript.js');
		const started: Repository = {
			open,
			client: await connectHttp(open.entry),
			plain: startPlainTypeScript(library, folder, PROJECTS),
			async reopen() {
				await started.client.close();
				await started.open.window.close();
				started.open = await workbench().open(folder);
				started.client = await connectHttp(started.open.entry);
			},
		};
		repository = started;
	});
	afterAll(async () => {
		repository?.plain[Symbol.dispose]();
		await repository?.client.close();
	});
	return () => {
		if (repository === undefined) {
			throw new Error('The repository did not open.');
		}
		return repository;
	};
}
