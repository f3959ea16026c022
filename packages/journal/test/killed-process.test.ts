import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalFolder, openJournal } from '../src/journal.ts';

const KILLS = Number(process.env['HAWSER_JOURNAL_KILLS'] ?? 8);

/** Kills it after so many bytes of its report, wherever it is then. */
async function writeAndKill(folder: string, project: string, bytes: number): Promise<string[]> {
	const script = join(import.meta.dirname, 'write-until-killed-process.ts');
	const child = spawn(process.execPath, [script, folder, project], { stdio: ['ignore', 'pipe', 'inherit'] });
	let report = '';
	child.stdout.setEncoding('utf8');
	child.stdout.on('data', (text: string) => {
		report += text;
		if (report.length > bytes) {
			child.kill('SIGKILL');
		}
	});
	await once(child, 'close');
	return report.split('\n').slice(0, -1);
}

test(`a process that is killed ${KILLS} times, anywhere, loses nothing that it has entered`, async () => {
	const home = mkdtempSync(join(tmpdir(), 'hawser-killed-'));
	const project = join(home, 'project');
	mkdirSync(project);
	const folder = journalFolder(home, project);
	const said: string[] = [];
	for (let kill = 0; kill < KILLS; kill++) {
		said.push(...(await writeAndKill(folder, project, 10 + kill * 137)));
		const journal = openJournal(folder);
		const changes = new Map((await journal.list()).map(change => [change.id, change]));
		for (const line of said) {
			const [word, id = ''] = line.split(' ');
			const change = changes.get(id);
			expect(change, line).toBeDefined();
			expect(word !== 'made' || change?.certain, line).toBe(true);
			expect(word !== 'seen' || change?.seen, line).toBe(true);
			expect(await journal.text(change?.before ?? ''), line).toMatch(/^before \d+\n$/);
			const after = await journal.text(change?.after ?? '');
			expect(after, line).toMatch(word === 'grown' ? /^grown \d+\n$/ : /^(after|grown) \d+\n$/);
		}
		// Whoever comes next goes on at once.
		const next = { agent: 'next', connection: 'two', call: 'c', tool: 't', kind: 'create' as const, file: '/x' };
		const begun = await journal.begin([{ ...next, after: 'x', linesAdded: 1, linesRemoved: 0 }]);
		await begun.made();
		expect((await journal.list()).at(-1)).toMatchObject({ id: begun.ids[0], certain: true });
	}
	expect(said.length).toBeGreaterThan(KILLS);
	await openJournal(folder).prune();
	expect(readdirSync(join(folder, 'texts')).filter(name => name.endsWith('.tmp'))).toEqual([]);
}, 120_000);
