/** Numbers of SQLite's authorizer interface; node:sqlite names them too, but only from the versions that have it. */
const OK = 0;
const DENY = 1;
const ACTION = { pragma: 19, read: 20, select: 21, function: 31, recursive: 33 };

const FORBIDDEN_FUNCTIONS = new Set(
	'load_extension writefile readfile fts3_tokenizer edit eval zipfile lsdir fsdir sqlite_log'.split(' '),
);
const FORBIDDEN_TABLES = new Set(['fsdir', 'zipfile', 'csv', 'vsv']);
const PRAGMAS_WITH_ARGUMENT = /^(?:table_(?:info|xinfo|list)|index_(?:list|info|xinfo)|foreign_key_list)$/;
const PRAGMAS = new Set(
	`table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list database_list collation_list
	function_list module_list pragma_list compile_options user_version application_id schema_version encoding page_size
	page_count freelist_count journal_mode foreign_keys auto_vacuum data_version integrity_check quick_check
	foreign_key_check`.split(/\s+/),
);

/** SQLite asks this for every step of a statement before it runs: the third wall has a second face. */
export function authorize(action: number, first: string | null, second: string | null): number {
	switch (action) {
		case ACTION.select:
		case ACTION.recursive:
			return OK;
		case ACTION.read:
			return FORBIDDEN_TABLES.has(first?.toLowerCase() ?? '') ? DENY : OK;
		case ACTION.function:
			return FORBIDDEN_FUNCTIONS.has(second?.toLowerCase() ?? '') ? DENY : OK;
		case ACTION.pragma: {
			const name = first?.toLowerCase() ?? '';
			return PRAGMAS.has(name) && (second === null || PRAGMAS_WITH_ARGUMENT.test(name)) ? OK : DENY;
		}
		default:
			return DENY;
	}
}
