import { isRecord, listOf, recordOf } from '@hawser/core/data/plain-data.ts';
import { EJSON } from 'bson';
import { LARGE_TABLE, type Plan } from '../explain/planner.ts';
import { scalarText } from '../values/parsed-values.ts';
import type { Answer } from './mongodb-wire.ts';

const MAX_DEPTH = 30;

/** The plan in lines, and what stands out: collections read whole, sorts in memory, many documents read for few. */
export function planOf(answer: Answer, documents: number | undefined): Plan {
	const planner = findRecord(answer, 'winningPlan');
	const winner = recordOf(planner?.['winningPlan']);
	const tree = isRecord(winner['queryPlan']) ? winner['queryPlan'] : winner;
	const plan = planner ? stageLines(tree, 0) : textLines(answer);
	const statistics = findRecord(answer, 'totalDocsExamined');
	const findings: string[] = [];
	const text = plan.join('\n');
	if (/\bCOLLSCAN\b/.test(text)) {
		const size = documents === undefined ? '' : ` of about ${documents} documents`;
		const matters = documents === undefined || documents >= LARGE_TABLE;
		findings.push(
			`The whole collection${size} is read${matters ? ': no index fits the filter' : ', which is small enough'}.`,
		);
	}
	if (plan.some(line => /^ *SORT\b/.test(line))) {
		findings.push('The order is made in memory: no index gives it.');
	}
	if (statistics) {
		const [examined, returned] = [Number(statistics['totalDocsExamined']), Number(statistics['nReturned'] ?? 0)];
		const time = scalarText(statistics['executionTimeMillis']) ?? '?';
		plan.push(`${returned} returned, ${examined} documents examined, ${time} ms`);
		if (examined > 100 * Math.max(1, returned)) {
			findings.push(`${examined} documents are examined for ${returned} that are returned.`);
		}
	}
	return { plan, findings };
}

function stageLines(stage: Readonly<Record<string, unknown>>, depth: number): string[] {
	if (depth > MAX_DEPTH) {
		return [];
	}
	const facts = ['indexName', 'direction', 'filter', 'sortPattern', 'indexBounds', 'limitAmount'].flatMap(key =>
		stage[key] === undefined
			? []
			: [`${key} ${scalarText(stage[key]) ?? EJSON.stringify(stage[key], { relaxed: true })}`],
	);
	const inner = [stage['inputStage'], ...listOf(stage['inputStages'])].filter(isRecord);
	const name = scalarText(stage['stage']) ?? 'stage';
	return [`${'  '.repeat(depth)}${[name, ...facts].join('; ')}`, ...inner.flatMap(next => stageLines(next, depth + 1))];
}

/** Servers that only speak MongoDB's protocol explain in forms of their own. */
function textLines(answer: Answer): string[] {
	const rest = Object.fromEntries(
		Object.entries(answer).filter(([key]) => !['ok', 'serverInfo', 'command'].includes(key)),
	);
	return EJSON.stringify(rest, undefined, 2, { relaxed: true })
		.split('\n')
		.filter(line => /\w/.test(line));
}

/** The first part of the answer that has this key, nearest first. */
function findRecord(answer: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
	let level: unknown[] = [answer];
	for (let depth = 0; depth < 8 && level.length > 0; depth++) {
		const records = level.filter(isRecord);
		const found = records.find(record => record[key] !== undefined);
		if (found) {
			return found;
		}
		level = [...records.flatMap(record => Object.values(record)), ...level.flatMap(listOf)];
	}
	return undefined;
}
