import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callWindow } from '../../support/call-window.ts';
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
const workbench = useWorkbench({ extensions: [await clientExtension(ESLINT, program)] });

/** TypeScript answers at once, the linter speaks by itself a moment later. */
test("a linter's problems are those of the text as it is now, after every edit", { timeout: 600_000 }, async () => {
	const { open, project } = await openProject(workbench(), ESLINT.project, 'eslint-edits');
	const path = join(project.folder, 'broken/broken1.js');
	const linesOf = async () => {
		const { envelope } = await callWindow(open.entry, 'diagnostic_list', { path });
		const { freshness, problems } = envelope.data as { freshness: string; problems: { line: number }[] };
		return { freshness, lines: problems.map(({ line }) => line) };
	};
	await eventually(async () => {
		await callWindow(open.entry, 'diagnostic_list', {});
		expect(await linesOf()).toEqual({ freshness: 'fresh', lines: [2] });
	});
	for (let round = 1; round <= 8; round++) {
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
