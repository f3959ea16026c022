/** The process in which one call of a custom tool runs: what runs away is ended by ending it. Entry of its own bundle. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { CallFailure, FromScript, LoadableFiles, ScriptFailure, ToScript } from './script-protocol.ts';

const MAX_RESULT_SIZE = 4 * 1024 * 1024;
const MAX_MESSAGES = 1000;
const STACK_LINES = 6;

type Script = (context: object) => unknown;

const toWindow = process.send?.bind(process);
// The channel is ours; a script that tried it would only break it.
delete process.send;
// Programs that the script starts must not take themselves for Node.
delete process.env['ELECTRON_RUN_AS_NODE'];
// Node's warnings about the project's package.json do not help a reader of a failed script's output.
process.removeAllListeners('warning');

const abort = new AbortController();
const pending = new Map<number, { resolve: (data: unknown) => void; reject: (cause: Error) => void }>();
let lastId = 0;
let messages = 0;

process.on('message', (message: ToScript) => {
	if (message.kind === 'start') {
		void run(message);
	} else if (message.kind === 'cancel') {
		abort.abort();
	} else {
		const waiting = pending.get(message.id);
		pending.delete(message.id);
		if ('data' in message) {
			waiting?.resolve(message.data);
		} else {
			waiting?.reject(new HawserError(message.failure));
		}
	}
});
process.on('disconnect', endAll);

/** The window is gone: so is the script, with what it has started. */
function endAll(): void {
	if (process.platform === 'win32') {
		process.exit();
	}
	process.kill(-process.pid, 'SIGKILL');
}

/** The error that `hawser.call` throws. */
class HawserError extends Error {
	override readonly name = 'HawserError';
	readonly code: string;
	readonly hint: string;
	readonly details: Record<string, unknown>;

	constructor({ code, message, hint, details }: CallFailure) {
		super(message);
		this.code = code;
		this.hint = hint;
		this.details = details;
	}
}

async function run({ script, folder, params, patterns, loadable }: ToScript & { kind: 'start' }): Promise<void> {
	try {
		checkPatterns(params, patterns);
		if (loadable) {
			loadOnly(loadable);
		}
		const main = findMain(await import(pathToFileURL(script).href));
		const value: unknown = await main({
			params,
			workspace: { folder },
			hawser: { call: callTool },
			signal: abort.signal,
			progress: report,
			log: (...words: unknown[]) => tell({ kind: 'log', text: words.map(String).join(' ').slice(0, 2000) }),
		});
		toWindow?.({ kind: 'result', json: toJson(value) } satisfies FromScript);
	} catch (cause) {
		toWindow?.({ kind: 'failure', failure: describe(cause) } satisfies FromScript);
	}
}

/** From .hawser nothing is run but the bytes that the user has allowed, whatever has been written there since. */
function loadOnly({ below, hashes }: LoadableFiles): void {
	const isBelow = (file: string) => file.startsWith(below + path.sep);
	const readAllowed = (file: string): Buffer => {
		const bytes = readFileSync(file);
		if (hashes[file] !== createHash('sha256').update(bytes).digest('hex')) {
			const name = path.relative(path.dirname(below), file).replaceAll(path.sep, '/');
			throw Object.assign(new Error(`${name} is not what the user has allowed to run.`), {
				code: 'E_DENIED',
				hint: 'It has changed, or it came later. Call the tool again, so that the user is asked about it.',
			});
		}
		return bytes;
	};
	for (const file of Object.keys(hashes)) {
		readAllowed(file);
	}
	// Node has it since 22.15; before that, the look at all of them a moment ago must do.
	if (!('registerHooks' in nodeModule)) {
		return;
	}
	nodeModule.registerHooks({
		load(url, context, nextLoad) {
			const file = url.startsWith('file:') ? fileURLToPath(url) : '';
			const isChecked = hashes[file] !== undefined || (isBelow(file) && path.extname(file) !== '.json');
			const source = isChecked ? readAllowed(file) : undefined;
			const loaded = nextLoad(url, context);
			return source === undefined || path.extname(file) === '.node' ? loaded : { ...loaded, source };
		},
	});
}

/** `export default`, `module.exports`, and what compilers make of the first in a CommonJS file. */
function findMain(loaded: unknown): Script {
	const candidates = [loaded, defaultOf(loaded), defaultOf(defaultOf(loaded))];
	const main = candidates.find(candidate => typeof candidate === 'function');
	if (main === undefined) {
		throw new Error('The script has no default export that is a function.');
	}
	return (context): unknown => Reflect.apply(main, undefined, [context]);
}

function defaultOf(value: unknown): unknown {
	return typeof value === 'object' && value !== null && 'default' in value ? value.default : undefined;
}

function callTool(tool: unknown, input: unknown = {}): Promise<unknown> {
	if (typeof tool !== 'string') {
		return Promise.reject(new TypeError('hawser.call takes the name of a tool and its arguments.'));
	}
	return new Promise((resolve, reject) => {
		const id = ++lastId;
		pending.set(id, { resolve, reject });
		toWindow?.({ kind: 'call', id, tool, input } satisfies FromScript);
	});
}

function report(given: unknown): void {
	const { message, done, total }: Partial<Record<string, unknown>> =
		typeof given === 'object' && given !== null ? { ...given } : { message: given };
	tell({
		kind: 'progress',
		message: (typeof message === 'string' ? message : JSON.stringify(message ?? '')).slice(0, 2000),
		...(typeof done === 'number' && { done }),
		...(typeof total === 'number' && { total }),
	});
}

/** A loop that reports every step must not bury the window. */
function tell(message: FromScript): void {
	if (++messages <= MAX_MESSAGES) {
		toWindow?.(message);
	}
}

function checkPatterns(params: Record<string, unknown>, patterns: Record<string, string>): void {
	for (const [name, pattern] of Object.entries(patterns)) {
		const value = params[name];
		if (typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) {
			const message = `The argument "${name}" is wrong: it must match the pattern ${pattern}.`;
			throw Object.assign(new Error(message), { code: 'E_INVALID_PARAMS' });
		}
	}
}

function toJson(value: unknown): string {
	let json: string | undefined;
	try {
		json = JSON.stringify(value ?? null);
	} catch (cause) {
		throw new Error(`The script returned what JSON cannot hold: ${messageOf(cause)}`, { cause });
	}
	if (typeof json !== 'string') {
		throw new TypeError(`The script returned what JSON cannot hold: a ${typeof value}`);
	}
	if (json.length > MAX_RESULT_SIZE) {
		throw new RangeError(`The script returned ${json.length} characters of JSON; the limit is ${MAX_RESULT_SIZE}`);
	}
	return json;
}

function describe(cause: unknown): ScriptFailure {
	if (!(cause instanceof Error)) {
		return { message: typeof cause === 'string' ? cause : inspect(cause) };
	}
	const { code, hint, details }: Partial<Record<string, unknown>> = Object.fromEntries(Object.entries(cause));
	return {
		message: cause.message,
		...(typeof code === 'string' && { code }),
		...(typeof hint === 'string' && { hint }),
		...(typeof details === 'object' && details !== null && { details: { ...details } }),
		...(cause.stack !== undefined && { stack: cause.stack.split('\n').slice(0, STACK_LINES).join('\n') }),
	};
}

function messageOf(cause: unknown): string {
	return cause instanceof Error ? cause.message : String(cause);
}
