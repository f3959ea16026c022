import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Declaration } from './list-declarations.ts';

export interface Place {
	path: string;
	line: number;
	column: number;
}

export interface Problem {
	/** path:line:column */
	place: string;
	end: string;
	severity: string;
	code: string;
	message: string;
}

export type Question =
	| { ask: 'declarations' }
	| ({ ask: 'references' | 'rename' } & Place)
	| { ask: 'problems'; path: string }
	| { ask: 'edit'; path: string; text: string };

/** The language service in a plain Node process, on the same files as the window. */
export interface PlainTypeScript extends Disposable {
	declarations(): Promise<readonly Declaration[]>;
	/** Each as path:line:column, sorted. */
	references(place: Place): Promise<readonly string[]>;
	renameLocations(place: Place): Promise<readonly string[]>;
	problems(path: string): Promise<readonly Problem[]>;
	/** From now on the file has this text, whatever is on disk. */
	edit(path: string, text: string): Promise<void>;
}

export function startPlainTypeScript(library: string, root: string, projects: readonly string[]): PlainTypeScript {
	const script = join(import.meta.dirname, 'plain-typescript-process.ts');
	const child = fork(script, [library, root, ...projects]);
	const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
	let asked = 0;
	let ended: Error | undefined;
	child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
		waiting.get(id)?.resolve(answer);
		waiting.delete(id);
	});
	child.on('exit', code => {
		ended = new Error(`The plain TypeScript process ended with ${code ?? 'a signal'}.`);
		for (const { reject } of waiting.values()) {
			reject(ended);
		}
	});
	const put = (question: Question) =>
		new Promise<unknown>((resolve, reject) => {
			if (ended) {
				reject(ended);
				return;
			}
			const id = asked++;
			waiting.set(id, { resolve, reject });
			child.send({ id, question });
		});
	return {
		declarations: async () => (await put({ ask: 'declarations' })) as Declaration[],
		references: async ({ path, line, column }) => (await put({ ask: 'references', path, line, column })) as string[],
		renameLocations: async ({ path, line, column }) => (await put({ ask: 'rename', path, line, column })) as string[],
		problems: async path => (await put({ ask: 'problems', path })) as Problem[],
		async edit(path, text) {
			await put({ ask: 'edit', path, text });
		},
		[Symbol.dispose]() {
			if (child.connected) {
				child.disconnect();
			}
		},
	};
}
