import type { Rows } from '../engines/engine.ts';
import type { Ask } from '../schema/schema-reader.ts';

/** From so many rows on, reading a whole table is worth a word. */
export const LARGE_TABLE = 10_000;

export interface Plan {
	plan: readonly string[];
	findings: readonly string[];
}

/** The way in which one engine explains a statement. */
export interface Planner {
	/** The statement that asks for the plan. */
	wrap(sql: string, analyze: boolean): string;
	/** The plan in lines, and what stands out in it. */
	read(rows: Rows, ask: Ask): Promise<Plan>;
}
