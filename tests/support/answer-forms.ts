import { toolsets } from '@hawser/core/all-toolsets.ts';

/** An answer as a tool gives it, and as somebody would write it down by hand who wants to waste nothing and leave nothing out. */
export interface AnswerForm {
	name: string;
	ours: string;
	best: string;
}

type Data = Record<string, unknown>;

export const ANSWER_FORMS: readonly AnswerForm[] = [references(), problems(), stackWithVariables(), tableOfRows()];

function told(tool: string, data: Data): string {
	const definition = toolsets.flatMap(({ tools }) => tools).find(({ name }) => name === tool);
	const [text] = definition?.tell?.(data) ?? [];
	if (text === undefined) {
		throw new Error(`${tool} tells nothing.`);
	}
	return text;
}

function references(): AnswerForm {
	const files = series(12).map(file => ({
		path: `src/internal/operators/operator-${file}.ts`,
		references: series(file < 4 ? 9 : 8).map(index => ({
			line: 3 + index * 7,
			column: 12,
			text: `const result${index} = addTax(items[${index}].net, this.rate);`,
			...(index > 0 && { within: `Operator${file}.apply${index}` }),
		})),
	}));
	const total = files.reduce((sum, file) => sum + file.references.length, 0);
	const ours = told('symbol_references', {
		...{ symbol: 'addTax', freshness: 'fresh', total, totalFiles: files.length, files },
	});
	const best = [
		`${total} in ${files.length} files`,
		...files.flatMap(({ path, references: rows }) => [
			path,
			...rows.map(row => [row.line, 'within' in row ? ` ${row.within}` : '', ': ', row.text].join('')),
		]),
	].join('\n');
	return { name: 'answer-references', ours, best };
}

function problems(): AnswerForm {
	const rows = series(50).map(index => ({
		path: `src/internal/operators/operator-${Math.floor(index / 5)}.ts`,
		line: 10 + index,
		column: 7,
		endLine: 10 + index,
		endColumn: 12,
		severity: index < 45 ? 'error' : 'warning',
		message: `Argument of type 'string' is not assignable to parameter of type 'Rate${index}'.`,
		source: 'ts',
		code: '2345',
	}));
	const counts = { error: 45, warning: 5, information: 0, hint: 0 };
	const ours = told('diagnostic_list', { freshness: 'fresh', checkedFiles: 120, counts, total: 50, problems: rows });
	const byFile = Map.groupBy(rows, ({ path }) => path);
	const best = [
		'45 errors, 5 warnings in 120 files',
		...[...byFile].flatMap(([path, inFile]) => [
			path,
			...inFile.map(
				({ line, column, severity, message }) =>
					`${line}:${column}${severity === 'error' ? '' : ' warning'} ts 2345: ${message}`,
			),
		]),
	].join('\n');
	return { name: 'answer-problems', ours, best };
}

function stackWithVariables(): AnswerForm {
	const session = { id: '0d9f6a3e-5a0e-4c1e-9a55-2f6a3f7b9c10', name: 'Debug totals.js', state: 'stopped' };
	const frames = series(15).map(index => ({
		frameId: index + 1,
		functionName: `step${index}`,
		path: `src/steps/step-${index}.js`,
		line: 20 + index,
		column: 9,
		text: `return step${index + 1}(items.slice(${index}));`,
	}));
	const variables = [
		{ level: 0, name: 'Local', variablesReference: 3 },
		...series(12).map(index => ({
			level: 1,
			name: `item${index}`,
			...(index % 3 === 0
				? { value: `{net: ${index}, count: 2}`, type: 'Object', variablesReference: 10 + index }
				: { value: `${index * 3}`, type: 'number' }),
		})),
	];
	const ours = [
		told('debug_stack', { session, threadId: 1, frames, total: 15 }),
		told('debug_list_variables', { session, frameId: 1, shown: 12, variables }),
	].join('\n');
	const best = [
		...frames.map(
			({ frameId, functionName, path, line, text }) => `#${frameId} ${functionName} ${path}:${line} ${text}`,
		),
		'Local',
		...variables.slice(1).map(variable => {
			const children = 'variablesReference' in variable ? ` [${variable.variablesReference}]` : '';
			return ` ${variable.name} = ${'value' in variable ? variable.value : ''}${children}`;
		}),
	].join('\n');
	return { name: 'answer-stack', ours, best };
}

function tableOfRows(): AnswerForm {
	const columns = ['id', 'name', 'country', 'placed_at', 'total'];
	const rows = series(100).map(index => [
		index + 1,
		`Customer number ${index}`,
		index % 7 === 0 ? null : 'de',
		`2026-01-${String((index % 28) + 1).padStart(2, '0')}T10:00:00Z`,
		index * 1.5,
	]);
	const ours = told('database_query', { database: 'shop.db', engine: 'sqlite', columns, rows, rowCount: rows.length });
	const best = [columns.join('\t'), ...rows.map(row => row.map(String).join('\t'))].join('\n');
	return { name: 'answer-rows', ours, best };
}

function series(length: number): readonly number[] {
	return Array.from({ length }, (_, index) => index);
}
