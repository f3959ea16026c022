import { print } from './terminal.ts';

/** Only a user at a terminal is asked. */
export function isWatched(): boolean {
	return process.stdin.isTTY && process.stdout.isTTY;
}

/** Shows what would be done, and asks. Everything but a yes is a no. */
export async function askUser(shown: string, question: string): Promise<boolean> {
	print(shown);
	// Loaded here, because the program is one file and would otherwise load it at every start.
	const { createInterface } = await import('node:readline/promises');
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
	} finally {
		terminal.close();
	}
}
