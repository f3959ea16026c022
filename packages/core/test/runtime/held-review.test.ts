import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { ToolError } from '../../src/errors/tool-error.ts';
import type { AgreedFile, ReviewFile } from '../../src/ports/values/review.ts';
import type { ReviewingUser } from '../../src/runtime/held-review.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { dataOf, errorOf, runtimeOf } from '../fakes/run-tool.ts';

const FILE: ReviewFile = {
	uri: 'file:///a.ts',
	path: 'a.ts',
	kind: 'edit',
	before: 'one\n',
	after: 'two\n',
	editable: true,
};
const OTHER: ReviewFile = { ...FILE, uri: 'file:///b.ts', path: 'b.ts' };

/** A tool that has its change shown, twice, and says what was agreed to. */
const tool = defineTool({
	name: 'file_write',
	title: 'Write',
	description: '',
	whenToUse: '',
	effect: 'edits',
	reviewable: true,
	needs: [],
	timeout: 1000,
	input: z.strictObject({}),
	output: z.object({ texts: z.array(z.string()) }),
	async run(_input, _ports, { review, signal }) {
		await review?.show([FILE, OTHER], signal);
		return { texts: [FILE, OTHER].map(({ uri }) => review?.agreed(uri)?.text ?? 'left') };
	},
	render: ({ texts }) => [texts.join()],
});

function runtimeFor(user: ReviewingUser | undefined, clock = new FakeClock()) {
	const policy = {
		admit: () => Promise.resolve(user),
		refuse: () => undefined,
		foresee: () => Promise.resolve(undefined),
	};
	const runtime = runtimeOf(tool, {}, { clock, policy, capacity: { running: 1, waiting: 0 } });
	return () => runtime.invoke('file_write', {}, { surface: 'mcp' });
}

const userWho = (files: readonly AgreedFile[], says?: string): ReviewingUser => ({
	show: () => Promise.resolve({ files, says }),
	ask: () => Promise.resolve(),
});

test('an agent whose change was taken as it is learns nothing else', async () => {
	const asIs = [FILE, OTHER].map(({ uri, after }) => ({ uri, text: after }));
	expect(await dataOf(runtimeFor(userWho(asIs))())).toEqual({ texts: ['two\n', 'two\n'] });
	expect(await dataOf(runtimeFor(undefined)())).toEqual({ texts: ['left', 'left'] });
});

test('the answer of every tool tells what the user changed, left out and says', async () => {
	const reply = await runtimeFor(userWho([{ uri: FILE.uri, text: 'three\n' }, { uri: OTHER.uri }], 'no b'))();
	expect(reply.envelope).toMatchObject({
		ok: true,
		data: { texts: ['three\n', 'left'], review: { leftOut: ['b.ts'], says: 'no b' } },
	});
	expect(reply.text).toBe(
		[
			'three\n,left',
			'The user changed your change before it was made:\n--- a.ts\n@@ -1,2 +1,2 @@\n-two\n+three\n ',
			'The user left out: b.ts',
			'The user says: no b',
		].join('\n'),
	);
});

test('the time of the user is not that of the tool, and their no is the answer', async () => {
	const clock = new FakeClock();
	let refuse: () => void = () => undefined;
	const thinking = new Promise<never>((_, reject) => {
		refuse = () => {
			reject(new ToolError('E_DENIED', 'No.'));
		};
	});
	let shown: () => void = () => undefined;
	const isShown = new Promise<void>(resolve => (shown = resolve));
	const user = {
		show() {
			shown();
			return thinking;
		},
		ask: () => Promise.resolve(),
	};
	const error = errorOf(runtimeFor(user, clock)());
	await isShown;
	clock.pass(3_600_000);
	refuse();
	expect(await error).toMatchObject({ code: 'E_DENIED' });
	expect(clock.pending).toBe(0);
});

test('a call that waits for the user keeps no place from others', async () => {
	let agree: () => void = () => undefined;
	const thinking = new Promise<{ files: AgreedFile[] }>(resolve => {
		agree = () => {
			resolve({ files: [] });
		};
	});
	const invoke = runtimeFor({ show: () => thinking, ask: () => Promise.resolve() });
	// There is room for one call, and none may wait.
	const replies = [invoke(), invoke(), invoke()];
	await new Promise(resolve => setTimeout(resolve, 0));
	agree();
	const outcomes = (await Promise.all(replies)).map(({ envelope }) => envelope.ok);
	expect(outcomes[0]).toBe(true);
});

test('a question that a tool puts to the user uses neither its time nor its place', async () => {
	const clock = new FakeClock();
	const asking = defineTool({
		...{ name: 'setting_set', title: 'Set', description: '', whenToUse: '', effect: 'lasts', needs: [], timeout: 1000 },
		input: z.strictObject({}),
		output: z.object({ surface: z.string().optional() }),
		async run(_input, _ports, { whileAsking, surface }) {
			await whileAsking?.(() => {
				clock.pass(200_000);
				return Promise.resolve();
			});
			return { surface };
		},
		render: () => ['set'],
	});
	const reply = runtimeOf(asking, {}, { clock }).invoke('setting_set', {}, { surface: 'stdio' });
	expect(await dataOf(reply)).toEqual({ surface: 'stdio' });
});
