import type {
	Cell,
	DatabaseSummary,
	Databases,
	PlanAnswer,
	TableSchema,
	TableSummary,
} from '../../src/ports/database.ts';

const ABOUT = { database: 'shop', engine: 'postgres' } as const;

export const TRACK: TableSchema = {
	schema: 'public',
	name: 'track',
	kind: 'table',
	rows: 20_000,
	columns: [
		{ name: 'id', type: 'integer', nullable: false, generated: 'identity' },
		{ name: 'mood', type: 'mood', nullable: true, default: "'sad'", values: ['sad', 'happy'], comment: 'how it feels' },
	],
	primaryKey: ['id'],
	indexes: [{ name: 'track_pkey', columns: 'id', unique: true }],
	foreignKeys: [{ columns: 'album_id', table: 'album', references: 'id', onDelete: 'cascade' }],
	referencedBy: [{ columns: 'track_id', table: 'playlist', references: 'id' }],
	checks: ['CHECK (id > 0)'],
	definition: 'CREATE TABLE track …',
};

/** Answers what it was given and remembers what it was asked. */
export class FakeDatabases implements Databases {
	summaries: readonly DatabaseSummary[] = [];
	allTables: readonly TableSummary[] = [TRACK];
	table: TableSchema = TRACK;
	columns: readonly string[] = ['id', 'name'];
	rows: readonly (readonly Cell[])[] = [[1, 'one']];
	more = false;
	cutCells = 0;
	planned: Pick<PlanAnswer, 'plan' | 'findings'> = { plan: ['Seq Scan on track'], findings: [] };
	readonly asked: unknown[] = [];

	list() {
		return Promise.resolve(this.summaries);
	}

	tables() {
		return Promise.resolve({ ...ABOUT, tables: this.allTables });
	}

	schema() {
		return Promise.resolve({ ...ABOUT, table: this.table });
	}

	query(question: unknown) {
		this.asked.push(question);
		const { columns, rows, more, cutCells } = this;
		return Promise.resolve({ ...ABOUT, columns, rows, more, cutCells });
	}

	execute(question: unknown) {
		this.asked.push(question);
		return Promise.resolve({ ...ABOUT, columns: [], rows: [], more: false, cutCells: 0, changedRows: 2 });
	}

	explain(question: unknown) {
		this.asked.push(question);
		return Promise.resolve({ ...ABOUT, ...this.planned });
	}
}
