import { ToolError } from '../../src/errors/tool-error.ts';
import type {
	Debugger,
	DebugSession,
	RunOutcome,
	Scope,
	StackFrame,
	Stop,
	Variable,
} from '../../src/ports/debugger.ts';

export const SESSION: DebugSession = {
	id: 's1',
	name: 'app.js',
	type: 'pwa-node',
	state: 'stopped',
	stopReason: 'breakpoint',
};

export const FRAME: StackFrame = { id: 11, name: 'total', path: 'a.ts', isFile: true, line: 3, column: 5 };

export const STOP: Stop = {
	session: SESSION,
	threadId: 1,
	reason: 'breakpoint',
	frame: FRAME,
	source: [
		{ line: 2, text: 'two' },
		{ line: 3, text: '\tthree;' },
		{ line: 4, text: 'four' },
	],
	locals: [{ name: 'sum', value: '3', type: 'number' }],
	alsoStopped: [],
};

/** A stopped program whose variables are given as nested plain values. */
export function fakeDebugger(values: Record<string, unknown> = {}, overrides: Partial<Debugger> = {}) {
	const objects: unknown[] = [values];
	const requests: { command: string; reference: number; filter?: string }[] = [];
	const toVariable = (name: string, value: unknown): Variable => {
		if (typeof value !== 'object' || value === null) {
			return { name, value: JSON.stringify(value), type: typeof value };
		}
		const known = objects.indexOf(value);
		const reference = known === -1 ? objects.push(value) : known + 1;
		const size = Object.keys(value).length;
		const indexed = Array.isArray(value) ? { indexed: size } : { named: size };
		return { name, value: Array.isArray(value) ? `Array(${size})` : 'Object', reference, ...indexed };
	};
	const port: Debugger = {
		configurations: () => [{ name: 'App', kind: 'configuration', type: 'node', request: 'launch' }],
		sessions: () => [SESSION],
		start: () =>
			Promise.resolve({
				outcome: { event: 'stopped', stop: STOP },
				sessions: [SESSION],
				configurations: [],
				unsaved: [],
				unbound: [],
			}),
		stop: () => Promise.resolve([SESSION]),
		restart: () => Promise.resolve<RunOutcome>({ event: 'stopped', stop: STOP }),
		run: () => Promise.resolve<RunOutcome>({ event: 'stopped', stop: STOP }),
		waitForStop: () => Promise.resolve<RunOutcome>({ event: 'stopped', stop: STOP }),
		current: () => Promise.resolve(STOP),
		threads: () => Promise.resolve([{ session: SESSION, threads: [{ id: 1, name: 'main', stopped: true }] }]),
		stack: (_, { startFrame, levels }) =>
			Promise.resolve({
				session: SESSION,
				threadId: 1,
				frames: Array.from({ length: 1000 }, (__, index) => ({ ...FRAME, id: index + 1 })).slice(
					startFrame,
					startFrame + levels,
				),
				total: 1000,
			}),
		scopes: () => {
			const scope: Scope = { name: 'Local', kind: 'local', reference: 1, expensive: false };
			const globals: Scope = { name: 'Global', kind: 'global', reference: 1, expensive: true };
			return Promise.resolve({ session: SESSION, frameId: 11, scopes: [scope, globals] });
		},
		evaluate: ({ expression }) =>
			Promise.resolve({ session: SESSION, result: toVariable(expression, values[expression] ?? expression) }),
		variables: (reference, { filter, start = 0, count = Infinity }) => {
			requests.push({ command: 'variables', reference, ...(filter && { filter }) });
			const object = objects[reference - 1];
			if (typeof object !== 'object' || object === null) {
				return Promise.reject(new ToolError('E_INVALID_REFERENCE', `${reference} is not a variablesReference.`));
			}
			const rows = Object.entries(object).map(([name, value]) => toVariable(name, value));
			if (filter === 'named') {
				return Promise.resolve(rows.filter(({ name }) => !/^\d+$/.test(name)));
			}
			return Promise.resolve(filter === 'indexed' ? rows.slice(start, start + count) : rows);
		},
		setVariable: (_, name, value) => Promise.resolve({ name, value }),
		saveLines: async (path, lines) => {
			let text = '';
			for await (const line of lines) {
				text += `${line}\n`;
			}
			saved.set(path, text);
			return { path, bytes: text.length };
		},
		...overrides,
	};
	const saved = new Map<string, string>();
	return { debugger: port, requests, saved };
}
