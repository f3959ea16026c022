import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProjectConfig } from '@hawser/agent-config/project-config.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';

const PREFIX = 'hawser-start-';
const HOST_FILE = 'host';

/** Everything that one `npm start` writes, so that all of it goes when it ends. */
export interface OwnFolder {
	path: string;
	/** HAWSER_HOME of the window; what agents need to reach it is written there, and nothing into the user's own. */
	home: string;
	remove(): Promise<void>;
}

export async function createOwnFolder(): Promise<OwnFolder> {
	await removeFoldersOfTheDead();
	const path = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
	const home = join(path, 'hawser');
	mkdirSync(home, { mode: 0o700 });
	writeFileSync(join(path, HOST_FILE), hostname());
	return { path, home, remove: () => removeOwnFolder(path) };
}

/** One that was killed could not tidy up; the next one does it. */
async function removeFoldersOfTheDead(): Promise<void> {
	for (const name of readdirSync(tmpdir())) {
		const owner = name.startsWith(PREFIX) ? /^(\d+)-\w+$/.exec(name.slice(PREFIX.length))?.[1] : undefined;
		// Containers may share a temporary folder but not their process ids.
		if (owner !== undefined && !isProcessAlive(Number(owner)) && hostOf(join(tmpdir(), name)) === hostname()) {
			await removeOwnFolder(join(tmpdir(), name));
		}
	}
}

/** An extension host that was killed has left its entry in the `.mcp.json` of the project; how to take it back is in its home. */
async function removeOwnFolder(path: string): Promise<void> {
	const warn = (message: string) => console.error(message);
	await createProjectConfig({ home: join(path, 'hawser'), windowId: 'npm-start', warn }).leave();
	rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function hostOf(path: string): string | undefined {
	try {
		return readFileSync(join(path, HOST_FILE), 'utf8');
	} catch {
		return undefined;
	}
}
