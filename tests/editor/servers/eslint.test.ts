import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callWindow, callWindowForData } from '../../support/call-window.ts';
import { eventually } from '../../support/eventually.ts';
import { clientExtension } from '../../support/language-servers/client-extension.ts';
import { openProject } from '../../support/language-servers/project-window.ts';
import { ESLINT } from '../../support/language-servers/servers/eslint.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';
import { useWorkbench } from '../../support/use-window.ts';

await truthSuite(ESLINT);

const program = await ESLINT.install();
if ('missing' in program) {
	throw new Error(program.missing);
}
const PATIENT = { timeout: 600_000 };

interface Problems {
	freshness: string;
	problems: { line: number }[];
}

interface Actions {
	freshness: string;
	actions: { title: string }[];
}

const workbench = useWorkbench({ extensions: [await clientExtension(ESLINT, program)] });

test(
	'what a linter has not found yet is not called clean, nor what it does not offer yet nothing',
	PATIENT,
	async () => {
		const { open, project } = await openProject(workbench(), ESLINT.project, 'eslint-cold');
		const path = join(project.folder, 'broken/broken2.js');
		const lines = async () => {
			const { freshness, problems } = await callWindowForData<Problems>(open.entry, 'diagnostic_list', { path });
			return freshness === 'fresh' ? problems.map(({ line }) => line) : 'unsure';
		};
		const titles = async () => {
			const { freshness, actions } = await callWindowForData<Actions>(open.entry, 'code_actions', { path, line: 2 });
			const offered = actions.map(({ title }) => title).filter(title => title.includes('no-debugger'));
			return freshness === 'fresh' ? offered.length > 0 : 'unsure';
		};
		const [cold, offered] = await Promise.all([lines(), titles()]);
		expect([[2], 'unsure']).toContainEqual(cold);
		expect([true, 'unsure']).toContainEqual(offered);
		await eventually(async () => expect(await lines()).toEqual([2]));
		await eventually(async () => expect(await titles()).toBe(true));
	},
);

/** TypeScript answers at once, the linter speaks by itself a moment later. */
test("a linter's problems are those of the text as it is now, after every edit", PATIENT, async () => {
	const { open, project } = await openProject(workbench(), ESLINT.project, 'eslint-edits');
	const path = join(project.folder, 'broken/broken1.js');
	const linesOf = async () => {
		const { freshness, problems } = await callWindowForData<Problems>(open.entry, 'diagnostic_list', { path });
		return { freshness, lines: problems.map(({ line }) => line) };
	};
	await eventually(async () => {
		await callWindow(open.entry, 'diagnostic_list', {});
		expect(await linesOf()).toEqual({ freshness: 'fresh', lines: [2] });
	});
	for (let round = 1; round <= 4; round++) {
		const isBroken = round % 2 === 0;
		const edit = isBroken
			? { oldText: 'alert();', newText: 'debugger;' }
			: { oldText: 'debugger;', newText: 'alert();' };
		await callWindow(open.entry, 'file_edit', { path, edits: [edit] });
		const { freshness, lines } = await linesOf();
		expect.soft({ round, lines: freshness === 'fresh' ? lines : 'unsure' }).toEqual({
			...{ round, lines: freshness === 'fresh' ? (isBroken ? [2] : []) : 'unsure' },
		});
		await eventually(async () => {
			expect(await linesOf()).toEqual({ freshness: 'fresh', lines: isBroken ? [2] : [] });
		});
	}
});
