import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import { buildManifest } from '@hawser/core/contract/manifest.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { callWindow } from '../support/call-window.ts';
import { type Denying, denyEveryQuestion } from '../support/deny-every-question.ts';
import { eventually } from '../support/eventually.ts';
import { IS_LONG_RUN } from '../support/how-often.ts';
import { answerQuestion } from '../support/questions.ts';
import { connectSurfaces, type Surfaces } from '../support/surfaces.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/*
 * Who may do what, for every tool, by every way in, in every mode and with every decision of a rule. The folders are empty, and the
 * arguments name what is not there: a call that is admitted fails or shows something, and nothing else.
 * In an ordinary run each way has a call of every effect and a share of the other tools, so that each tool goes by several ways.
 */
type Outcome = 'allowed' | 'asked' | 'denied';

const EFFECTS = ['reads', 'queries', 'shows', 'edits', 'steers', 'runs', 'lasts'] as const;

/** What the user has decided, and what becomes of calls with each of the effects above, in that order. */
const TABLE: Record<string, { mode: string; rules?: string; outcomes: readonly Outcome[] }> = {
	'mode read-only': {
		mode: 'read-only',
		outcomes: ['allowed', 'allowed', 'allowed', 'denied', 'denied', 'denied', 'denied'],
	},
	'mode ask': { mode: 'ask', outcomes: ['allowed', 'allowed', 'allowed', 'asked', 'allowed', 'asked', 'asked'] },
	'mode guarded': {
		mode: 'guarded',
		outcomes: ['allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
	},
	'a rule allows': {
		mode: 'read-only',
		rules: 'allow',
		outcomes: ['allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
	},
	'a rule asks': {
		mode: 'guarded',
		rules: 'ask',
		outcomes: ['asked', 'asked', 'asked', 'asked', 'asked', 'asked', 'asked'],
	},
	'a rule denies': {
		mode: 'guarded',
		rules: 'deny',
		outcomes: ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied'],
	},
};

const SHARE = IS_LONG_RUN ? 1 : 8;

interface Row {
	tool: string;
	/** The effect that counts: for a tool that calls another, that of the other. */
	effect: (typeof EFFECTS)[number];
	input: Record<string, unknown>;
}

/** Ask by themselves about every call, so the mode leaves them alone. */
const ASKS_ALWAYS = new Set(['command_run', 'database_execute', 'editor_show_diff']);

/** Show what they change instead of being asked about beforehand; here they find nothing to change. review.test.ts lets them. */
const REVIEWED = new Set<string>(
	toolsets.flatMap(({ tools }) => tools.filter(({ reviewable }) => reviewable).map(({ name }) => name)),
);

/** Where the example would wait, show a dialog or do something. */
const HARMLESS: Record<string, Record<string, unknown>> = {
	command_run: { id: 'no.such.command' },
	debug_wait_for_hit: { timeout: 1 },
	editor_show_diff: { path: '../outside.ts', proposed: '' },
	setting_set: { key: 'no.such.setting', value: 1 },
	terminal_run: { command: 'true', cwd: '../outside' },
	util_wait: { milliseconds: 1 },
};

const ROWS: readonly Row[] = [
	...buildManifest(toolsets, dialects, '0.0.0').tools.map(({ name, effect, example = {} }): Row => {
		const inner = { tool_read: 'reads', tool_call: 'runs' } as const;
		const meant = name === 'tool_read' || name === 'tool_call' ? inner[name] : effect;
		return { tool: name, effect: meant, input: HARMLESS[name] ?? elsewhere(example) };
	}),
	{ tool: 'relay_offer_greet', effect: 'runs', input: { who: 'you' } },
];

/** The example with every path outside of the folder. */
function elsewhere(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const paths = ['path', 'from', 'to', 'outputPath'];
	return Object.fromEntries(
		Object.entries(example).map(([name, value]) => [name, paths.includes(name) ? '../outside.ts' : value]),
	);
}

/** A custom tool that calls other tools, as many at once as a script may, and tells what came of each. */
const CALLER = `export default async ({ params, hawser }) => {
	const answers = [];
	const call = async ({ tool, input }) => {
		try { await hawser.call(tool, input); return 'done'; } catch ({ code, message }) { return '[' + code + '] ' + message; }
	};
	for (let at = 0; at < params.calls.length; at += 16) {
		answers.push(...await Promise.all(params.calls.slice(at, at + 16).map(call)));
	}
	return answers;
};`;

const workbench = useWorkbench({ extensions: [join(ROOT, 'tests/projects/tool-offers')] });
let here: OpenWindow;
let there: OpenWindow;
let surfaces: Surfaces;
let denying: readonly Denying[];

beforeAll(async () => {
	const [folder, other] = [workbench().makeFolder('here'), workbench().makeFolder('there')];
	mkdirSync(join(folder, '.hawser/tools'), { recursive: true });
	writeFileSync(join(folder, '.hawser/tools/caller.mjs'), CALLER);
	writeFileSync(
		join(folder, '.hawser/tools/caller.meta.yaml'),
		'description: Calls.\ntimeout: 600000\nparams: { calls: { type: array, required: true } }\n',
	);
	here = await workbench().open(folder);
	there = await workbench().open(other);
	await configure('hawser.relay', ['offer_*']);
	surfaces = await connectSurfaces({ window: here.window, entry: here.entry, folder, env: workbench().env });
	const first = callWindow(here.entry, 'custom_caller', { calls: [] });
	await answerQuestion(here.window, 'An agent wants to run a tool', 'Allow them as they are now');
	expect((await first).text).toBe('[]');
	denying = [await denyEveryQuestion(here.window), await denyEveryQuestion(there.window)];
});
afterAll(async () => {
	await Promise.all(denying.map(one => one.stop()));
	await surfaces.close();
});

async function configure(name: string, value: unknown): Promise<void> {
	await here.window.evaluate(
		`await vscode.workspace.getConfiguration().update(args.name, args.value, vscode.ConfigurationTarget.Global);`,
		{ name, value },
	);
}

/** The same decision for each tool by its name, so that the tool that calls others is left out. */
async function decideFor({ mode, rules }: { mode: string; rules?: string }): Promise<void> {
	const about = rules === undefined ? [] : ROWS.map(({ tool }) => ({ decision: rules, tool }));
	const all = [...about, { decision: 'allow', tool: 'custom_caller' }];
	writeFileSync(join(workbench().home, 'rules.json'), JSON.stringify({ rules: all }), { mode: 0o600 });
	// In each window, because one learns of the settings that another has written only after a while.
	for (const { window } of [here, there]) {
		await window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.mode', args.mode, vscode.ConfigurationTarget.Global);`,
			{ mode },
		);
		await eventually(async () =>
			expect(await window.evaluate(`return vscode.workspace.getConfiguration().get('hawser.mode')`)).toBe(mode),
		);
	}
}

/** Makes all calls by one way, and gives the texts of the answers in the same order. */
type Way = (rows: readonly Row[]) => Promise<readonly string[]>;

function ways(): ReadonlyMap<string, Way> {
	/** Some at once: a page with a hundred questions is slow to answer. */
	const oneByOne =
		(ask: (row: Row) => Promise<{ text: string }>): Way =>
		async rows => {
			const texts: string[] = [];
			for (let at = 0; at < rows.length; at += 16) {
				const answers = await Promise.all(rows.slice(at, at + 16).map(ask));
				texts.push(...answers.map(({ text }) => text));
			}
			return texts;
		};
	return new Map([
		...[...surfaces.byName].map(
			([name, ask]) => [name, oneByOne(({ tool, input }) => ask(tool, input))] satisfies [string, Way],
		),
		['tool_call', oneByOne(({ tool, input }) => callWindow(here.entry, 'tool_call', { tool, arguments: input }))],
		[
			'another window',
			oneByOne(({ tool, input }) => callWindow(here.entry, tool, { ...input, projectRoot: there.folder })),
		],
		['a custom tool', callByScript],
	]);
}

/** In several calls, because the answer of one must not be too long to be whole. */
async function callByScript(rows: readonly Row[]): Promise<readonly string[]> {
	const texts: string[] = [];
	for (let at = 0; at < rows.length; at += 32) {
		const { envelope, text } = await callWindow(here.entry, 'custom_caller', { calls: rows.slice(at, at + 32) });
		const { result } = (envelope.data ?? {}) as { result?: readonly string[] };
		if (!result) {
			throw new Error(text);
		}
		texts.push(...result);
	}
	return texts;
}

/** Which rows a way can carry. */
function rowsFor(way: string, outcomes: ReadonlyMap<string, Outcome>): readonly Row[] {
	return ROWS.filter(({ tool, effect }) => {
		if (tool === 'window_reload' && outcomes.get(effect) === 'allowed') {
			// The window under test would be gone.
			return false;
		}
		switch (way) {
			case 'vscode.lm':
				// VS Code shows a dialog of its own before the chat calls anything else; relayed tools are of the chat already.
				return (
					['reads', 'queries', 'shows'].includes(effect) &&
					outcomes.get(effect) !== 'asked' &&
					!tool.startsWith('tool_')
				);
			case 'stdio':
			case 'stdio over files':
				// The program answers this one from its own list of tools, without any window.
				return tool !== 'tool_find';
			case 'tool_call':
				return tool !== 'tool_read' && tool !== 'tool_call';
			case 'a custom tool':
			case 'another window':
				// A script calls no tool that calls others; the other window's own tools are its own affair.
				return !tool.startsWith('tool_') && !tool.startsWith('relay_');
			default:
				return true;
		}
	});
}

function shareOf(rows: readonly Row[], way: number): readonly Row[] {
	const firsts = new Set(EFFECTS.map(one => rows.find(({ effect }) => effect === one)));
	return rows.filter((row, index) => firsts.has(row) || (index + way) % SHARE === 0);
}

function outcomeOf(text: string, tool: string): Outcome {
	if (text.includes('E_DENIED') && /the user's mode is|a rule of the user says/.test(text)) {
		return 'denied';
	}
	// On a slow machine, questions go faster than they are answered.
	const answers = [`The user does not allow ${tool}.`, `Nobody answered within 50 s whether ${tool} is allowed.`];
	return text.includes('E_DENIED') && answers.some(answer => text.includes(answer)) ? 'asked' : 'allowed';
}

describe.each(Object.entries(TABLE))('%s', (name, { mode, rules, outcomes }) => {
	test('tools of every effect, by every way in', async () => {
		await decideFor({ mode, ...(rules !== undefined && { rules }) });
		const byEffect = new Map<string, Outcome>(EFFECTS.map((effect, index) => [effect, outcomes[index] ?? 'denied']));
		const wrong: string[] = [];
		for (const [index, [way, callAll]] of [...ways()].entries()) {
			const rows = shareOf(rowsFor(way, byEffect), index);
			const texts = await callAll(rows);
			for (const [row, { tool, effect }] of rows.entries()) {
				const text = texts[row] ?? '';
				const meant = { tool_read: 'git_blame', tool_call: 'breakpoint_set' }[tool] ?? tool;
				const expected = ASKS_ALWAYS.has(tool) && name === 'mode ask' ? 'allowed' : byEffect.get(effect);
				const found = outcomeOf(text, meant);
				const nothingToShow = REVIEWED.has(tool) && expected === 'asked' && /\[E_(?!DENIED)/.test(text);
				if (found !== expected && !nothingToShow) {
					wrong.push(`${way}, ${tool} (${effect}) is ${found}, not ${expected ?? ''}: ${text.slice(0, 200)}`);
				}
			}
		}
		expect(wrong).toEqual([]);
	}, 1_200_000);
});
