import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TableSummary } from '@hawser/core/ports/database.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';

/** `users`, `public.users` or `"public"."users"`; exact case first. */
export function findTable(tables: readonly TableSummary[], wanted: string, schema: string | undefined): TableSummary {
	const parts = wanted.split('.').map(part => part.replace(/^["'`[](.*)["'`\]]$/, '$1'));
	const fold = (text: string) => text.toLowerCase();
	const full = ({ schema: own, name }: TableSummary) => (own === undefined ? name : `${own}.${name}`);
	const same = (table: TableSummary, change: (text: string) => string) =>
		[full(table), table.name].map(change).includes(change(parts.join('.'))) || change(table.name) === change(wanted);
	const exact = tables.filter(table => same(table, text => text));
	const matches = exact.length > 0 ? exact : tables.filter(table => same(table, fold));
	const preferred =
		matches.find(table => table.schema === (schema ?? 'public')) ?? (matches.length === 1 ? matches[0] : undefined);
	if (preferred) {
		return preferred;
	}
	if (matches.length > 1) {
		const names = matches.map(full);
		throw new ToolError('E_TABLE_NOT_FOUND', `Several schemas have a table "${wanted}".`, {
			hint: `Name one of: ${names.join(', ')}.`,
		});
	}
	const nearest = nearestName(
		wanted,
		tables.map(table => table.name),
	);
	const hint = nearest === undefined ? undefined : `Did you mean ${nearest}?`;
	throw new ToolError(
		'E_TABLE_NOT_FOUND',
		`There is no table or view "${wanted}".`,
		hint === undefined ? {} : { hint },
	);
}
