import { existsSync } from 'node:fs';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { gate } from '../../src/gate/gate.ts';
import { type Bait, hostileStatements } from './hostile-statements.ts';
import { legitimateReads } from './legitimate-reads.ts';
import { codeOf, type openProject } from './project.ts';
import { randomStatements } from './random-statements.ts';

export interface Stage {
	project: ReturnType<typeof openProject>;
	bait: Bait;
	secret: string;
	/** Everything that a hostile statement might have changed, as one text. */
	state(): Promise<string>;
	/** Runs for hours if it is let. */
	runaway: string;
	/** How many statements like the runaway still run on the server. */
	running(): Promise<number>;
	/** 1,000 rows of track by the bare driver, as its users call it. */
	bareRows(sql: string): Promise<number>;
	placeholder: string;
}

/** The tests that every engine must pass. */
export function describeEngine(dialect: 'postgres' | 'mysql' | 'sqlite', stage: () => Stage): void {
	test('every legitimate read runs', async () => {
		const failed: string[] = [];
		for (const sql of legitimateReads(dialect)) {
			await stage()
				.project.ask(sql)
				.catch((cause: unknown) => failed.push(`${sql}: ${String(cause)}`));
		}
		expect(failed).toEqual([]);
	});

	test('hostile statements change nothing, write no file, read none, and each gets its code', async () => {
		const { project, bait, secret, state } = stage();
		const before = await state();
		const statements = hostileStatements(dialect, bait);
		const wrong: string[] = [];
		for (const sql of statements) {
			try {
				const { rows } = await project.ask(sql);
				wrong.push(`ran: ${sql}`);
				expect(JSON.stringify(rows)).not.toContain(secret);
			} catch (cause) {
				if (!isToolError(cause) || cause.code !== 'E_QUERY_REFUSED') {
					wrong.push(`${isToolError(cause) ? cause.code : String(cause)}: ${sql}`);
				}
				expect(String(cause)).not.toContain(secret);
			}
		}
		console.log(
			`${dialect}: ${statements.length} hostile statements, ${legitimateReads(dialect).length} legitimate reads`,
		);
		expect(wrong).toEqual([]);
		expect(existsSync(bait.newFile)).toBe(false);
		expect(await state()).toBe(before);
	});

	test('where the gate and the engine might read a text differently, no random statement gets through', async () => {
		const { project, bait, secret, state } = stage();
		const before = await state();
		const through: string[] = [];
		let run = 0;
		for (const sql of randomStatements(dialect, bait, 4_000)) {
			if (gate(sql, dialect).ok) {
				run++;
				const answer = await project.ask(sql, { limit: 5 }).catch((cause: unknown) => cause);
				// What the gate let pass must never meet the engine's own wall: that would be a danger that it overlooked.
				if (isToolError(answer) ? answer.code !== 'E_QUERY_FAILED' : JSON.stringify(answer).includes(secret)) {
					through.push(`${String(answer)}: ${sql}`);
				}
			}
		}
		console.log(`${dialect}: ${run} of 4000 random statements passed the gate`);
		expect(through).toEqual([]);
		expect(run).toBeGreaterThan(100);
		expect(existsSync(bait.newFile)).toBe(false);
		expect(await state()).toBe(before);
	});

	describe('limits', () => {
		test('more rows than the limit: exactly the limit, and truncated is exact', async () => {
			const { project } = stage();
			expect(await project.ask('select id from track', { limit: 100 })).toMatchObject({ more: true });
			const some = await project.ask('select id from track order by id', { limit: 3 });
			expect(some).toMatchObject({ rows: [[1], [2], [3]], more: true });
			expect((await project.ask('select id from artist', { limit: 10 })).more).toBe(false);
			expect((await project.ask('select id from artist', { limit: 9 })).more).toBe(true);
			expect((await project.ask('select id from track limit 20000', { limit: 1000 })).rows).toHaveLength(1000);
			expect((await project.ask('select id from track limit 5', { limit: 5 })).more).toBe(false);
		});

		test('a runaway query ends within 100 ms of its time-out, also on the server', async () => {
			const { project, runaway, running } = stage();
			await project.ask('select 1');
			const startedAt = performance.now();
			expect(await codeOf(project.ask(runaway, { timeout: 1_000 }))).toBe('E_TIMEOUT');
			const answered = performance.now() - startedAt;
			await eventually(async () => expect(await running()).toBe(0));
			const gone = performance.now() - startedAt;
			console.log(
				`${dialect}: time-out 1000 ms, answered after ${answered.toFixed(0)} ms, gone from the server after ${gone.toFixed(0)} ms`,
			);
			expect(answered).toBeGreaterThanOrEqual(995);
			expect((await project.ask('select 1')).rows).toEqual([[1]]);
		});

		test('a cancelled query ends on the server', async () => {
			const { project, runaway, running } = stage();
			const source = createCancellation();
			const call = project.query({ sql: runaway, params: [], limit: 10, timeout: 60_000 }, source);
			const code = codeOf(call);
			await eventually(async () => expect(await running()).toBe(1));
			source.cancel();
			expect(await code).toBe('E_CANCELLED');
			await eventually(async () => expect(await running()).toBe(0));
		});
	});

	test('parameters are bound, never pasted', async () => {
		const { project, placeholder } = stage();
		const hostile = "x'; drop table victim; --";
		const { rows } = await project.ask(`select name from artist where name = ${placeholder}`, { params: [hostile] });
		expect(rows).toEqual([]);
		const byNumber = await project.ask(`select name from artist where id = ${placeholder}`, { params: [3] });
		expect(byNumber.rows).toEqual([['Artist 3']]);
		const nothing = await project.ask(`select count(*) from artist where id > ${placeholder}`, { params: [null] });
		expect(nothing.rows).toEqual([[0]]);
		expect(await codeOf(project.ask(`select name from artist where id = ${placeholder}`))).toBe('E_QUERY_FAILED');
		expect(await codeOf(project.ask('select 1', { params: [1, 2] }))).toBe('E_QUERY_FAILED');
	});

	test('two columns of the same name are both there', async () => {
		const { columns, rows } = await stage().project.ask('select 1 as a, 2 as a');
		expect({ columns, rows }).toEqual({ columns: ['a', 'a'], rows: [[1, 2]] });
	});

	test('a wrong column is a failure in the words of the engine', async () => {
		const { project } = stage();
		await expect(project.ask('select nope from artist')).rejects.toMatchObject({
			code: 'E_QUERY_FAILED',
			message: expect.stringContaining('nope') as string,
		});
	});

	test('tables are listed with their kind, and a schema has its keys both ways', async () => {
		const { project } = stage();
		const { tables } = await project.tables(undefined, NEVER_CANCELLED);
		expect(tables.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['album', 'artist', 'artist_album', 'track']),
		);
		expect(tables.find(({ name }) => name === 'artist_album')).toMatchObject({ kind: 'view' });
		const { table } = await project.schema(undefined, 'album', NEVER_CANCELLED);
		expect(table.primaryKey).toEqual(['id']);
		expect(table.columns.map(({ name, nullable }) => [name, nullable])).toEqual([
			['id', dialect === 'sqlite'],
			['title', false],
			['artist_id', false],
		]);
		expect(table.foreignKeys).toEqual([
			{ columns: 'artist_id', table: 'artist', references: 'id', onDelete: 'cascade' },
		]);
		expect(table.referencedBy).toEqual([{ columns: 'album_id', table: 'track', references: 'id' }]);
		const { table: track } = await project.schema(undefined, 'TRACK', NEVER_CANCELLED);
		expect(track.indexes).toContainEqual({ name: 'track_album', columns: 'album_id', unique: false });
		const view = await project.schema(undefined, 'artist_album', NEVER_CANCELLED);
		expect(view.table.definition).toContain('artist');
		await expect(project.schema(undefined, 'trakc', NEVER_CANCELLED)).rejects.toMatchObject({
			code: 'E_TABLE_NOT_FOUND',
			hint: 'Did you mean track?',
		});
	});

	test('a plan shows what stands out', async () => {
		const { project } = stage();
		const question = { params: [], timeout: 30_000, analyze: false };
		const slow = await project.explain(
			{ ...question, sql: "select * from track where name = 'Track 7';" },
			NEVER_CANCELLED,
		);
		expect(slow.findings.join('\n')).toMatch(/scan of track/i);
		const quick = await project.explain(
			{ ...question, sql: 'select * from track where id = 7', analyze: true },
			NEVER_CANCELLED,
		);
		expect(quick.findings).toEqual([]);
		expect(quick.plan.length).toBeGreaterThan(0);
		expect(await codeOf(project.explain({ ...question, sql: 'delete from track' }, NEVER_CANCELLED))).toBe(
			'E_QUERY_REFUSED',
		);
	});

	test('twelve agents at once are all answered, and fairly', async () => {
		const { project } = stage();
		const answers = await Promise.all(
			Array.from({ length: 48 }, (_, index) => project.ask(`select ${index % 12}, count(*) from track`)),
		);
		expect(answers.map(({ rows }) => rows[0])).toEqual(Array.from({ length: 48 }, (_, index) => [index % 12, 20_000]));
	});

	test('writing is refused unless settings and user allow it', async () => {
		const { project, state } = stage();
		const before = await state();
		const question = { sql: 'delete from victim', params: [], timeout: 5_000 };
		const caller = { agent: 'test', signal: NEVER_CANCELLED };
		expect(await codeOf(project.execute(question, caller))).toBe('E_QUERY_REFUSED');
		expect(await state()).toBe(before);
	});

	test('1,000 rows cost little more than with the bare driver', async () => {
		const { project, bareRows } = stage();
		const sql = 'select id, album_id, name, ms, price, added from track order by ms desc limit 1000';
		const ours: number[] = [];
		const bare: number[] = [];
		for (let round = 0; round < 60; round++) {
			// In turn, so that both have the same neighbours.
			bare.push(await timed(() => bareRows(sql)));
			ours.push(await timed(async () => (await project.ask(sql, { limit: 1000 })).rows.length));
		}
		const ratio = typical(ours) / typical(bare);
		console.log(
			`${dialect}: 1,000 rows ${typical(ours).toFixed(2)} ms, bare driver ${typical(bare).toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
		);
		expect(ratio).toBeLessThan(10);
	});
}

async function timed(work: () => Promise<number>): Promise<number> {
	const startedAt = performance.now();
	expect(await work()).toBe(1000);
	return performance.now() - startedAt;
}

/** A low percentile: what it costs when nobody else needs the machine. */
function typical(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0;
}
