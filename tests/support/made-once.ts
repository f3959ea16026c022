import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder that belongs to a whole run of the tests; whoever starts the run makes it and removes it. */
export const RUN_FOLDER_VARIABLE = 'HAWSER_TEST_RUN';

let ownFolder: string | undefined;

/**
 * A folder with what many test files need and none of them changes. The first file that asks has it made, and the others
 * find it, also those that run in other processes.
 */
export function madeOnce(name: string, make: (folder: string) => void): string {
	const { place, draft } = begin(name);
	if (draft !== undefined) {
		make(draft);
		finish(draft, place);
	}
	return place;
}

/** The same for what takes its time to be made. */
export async function madeOnceLater(name: string, make: (folder: string) => Promise<void>): Promise<string> {
	const { place, draft } = begin(name);
	if (draft !== undefined) {
		await make(draft);
		finish(draft, place);
	}
	return place;
}

function begin(name: string): { place: string; draft: string | undefined } {
	const place = join(process.env[RUN_FOLDER_VARIABLE] ?? folderOfThisProcess(), name);
	return { place, draft: existsSync(place) ? undefined : mkdtempSync(`${place}-`) };
}

function finish(draft: string, place: string): void {
	try {
		renameSync(draft, place);
	} catch (cause) {
		// Another process was faster, and what it made is the same.
		rmSync(draft, { recursive: true, force: true });
		if (!existsSync(place)) {
			throw cause;
		}
	}
}

/** Programs that use a window outside the test runner have no run. */
function folderOfThisProcess(): string {
	if (ownFolder === undefined) {
		const folder = mkdtempSync(join(tmpdir(), 'hawser-run-'));
		process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
		ownFolder = folder;
	}
	return ownFolder;
}
