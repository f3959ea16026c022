import type { FunctionUse } from '../gate/function-uses.ts';
import { HARMLESS_VOLATILE, RULES } from '../gate/rules.ts';
import { type Ask, optionalText, text, truth } from './schema-reader.ts';

/**
 * Which of the names are functions that could be meant, and what their database says of them. 2281 is the type "internal":
 * what takes it cannot be called. An aggregate is as volatile as the functions that it is made of.
 */
const FUNCTIONS = `
select distinct u.name, u.attribute, p.oid < 16384 or exists (select from pg_catalog.pg_depend d
		where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') as shipped,
	p.provolatile = 'v' or exists (select from pg_catalog.pg_aggregate g join pg_catalog.pg_proc part
		on part.oid in (g.aggtransfn, g.aggfinalfn, g.aggmtransfn, g.aggminvtransfn, g.aggmfinalfn)
		where g.aggfnoid = p.oid and part.provolatile = 'v') as is_volatile
from jsonb_to_recordset($1::jsonb) as u(name text, attribute boolean, qualified boolean)
join pg_catalog.pg_proc p on p.proname = u.name::name
where not (2281 = any (p.proargtypes)) and (u.qualified or pg_catalog.pg_function_is_visible(p.oid))
	and (not u.attribute or (p.pronargs >= 1 and p.pronargs - p.pronargdefaults <= case when p.provariadic = 0 then 1 else 2 end))`;

/** Operators and casts of the project's own whose function may write; the statement's text has their sign or type. */
const OPERATORS = `
select 'operator ' || o.oprname as name from pg_catalog.pg_operator o join pg_catalog.pg_proc p on p.oid = o.oprcode
where o.oid >= 16384 and p.provolatile = 'v' and position(o.oprname in $1) > 0
union all
select 'cast to ' || t.typname from pg_catalog.pg_cast c join pg_catalog.pg_proc p on p.oid = c.castfunc
	join pg_catalog.pg_type t on t.oid = c.casttarget
where c.oid >= 16384 and p.provolatile = 'v' and position(t.typname in lower($1)) > 0`;

/** Signs beyond plain arithmetic and comparison; for those the read-only transaction is wall enough. */
const MAY_HAVE_OWN_OPERATOR = /[~!@#%^&|`?]|::|[<>=+*/-]{2}|\bcast\b/i;

/** Why one of the functions makes the statement more than a read; undefined when none does. */
export async function whyPostgresRefuses(
	ask: Ask,
	sql: string,
	functions: readonly FunctionUse[],
): Promise<string | undefined> {
	if (functions.length > 0) {
		for (const row of await ask(FUNCTIONS, [JSON.stringify(functions)])) {
			const name = text(row, 'name');
			if (truth(row, 'is_volatile') && !(truth(row, 'shipped') && HARMLESS_VOLATILE(name))) {
				return `the function ${name} is VOLATILE, so it may do more than read; one that only reads is declared STABLE`;
			}
			if (RULES.postgres.functions(name)) {
				return `the function ${name} reaches beyond reading tables`;
			}
		}
	}
	if (!MAY_HAVE_OWN_OPERATOR.test(sql)) {
		return undefined;
	}
	const [own] = await ask(OPERATORS, [sql]);
	return own && `the ${optionalText(own, 'name') ?? 'operator'} calls a VOLATILE function, which may do more than read`;
}
