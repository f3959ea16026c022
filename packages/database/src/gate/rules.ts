import type { Dialect } from './dialect.ts';

export interface Rules {
	/** What a statement may begin with. */
	readonly beginnings: ReadonlySet<string>;
	/** Words that may not stand anywhere outside quotation marks. */
	readonly words: RegExp;
	/** Functions that reach past a read-only transaction: files, other servers, nested statements, state that stays. */
	readonly functions: RegExp;
	/** Tables that hold the passwords of the server. */
	readonly tables: RegExp;
}

const NONE = /^(?!)/;

/** `*` stands for any ending or beginning. */
function anyOf(...names: readonly string[]): RegExp {
	const words = names.flatMap(line => line.trim().split(/\s+/));
	return new RegExp(`^(?:${words.map(word => word.replaceAll('*', '.*')).join('|')})$`);
}

export const RULES: Record<Dialect, Rules> = {
	postgres: {
		beginnings: new Set(['select', 'with', 'values', 'table', 'show', 'explain']),
		words: NONE,
		functions: anyOf(
			'pg_read_* pg_ls_* pg_stat_file pg_file_* pg_logdir_ls pg_logfile_rotate',
			'lo_* loread lowrite',
			'dblink* postgres_fdw_* http http_* query_export_to_s3 table_import_from_s3',
			'query_to_xml* cursor_to_xml* table_to_xml* schema_to_xml* database_to_xml*',
			'ts_stat ts_rewrite crosstab* connectby xpath_table plv8_* exec',
			'set_config pg_advisory_* pg_try_advisory_* pg_notify pg_stat_*reset* pg_import_system_collations',
			'pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_switch_wal pg_switch_xlog',
			'pg_promote pg_create_* pg_drop_* pg_copy_* pg_wal_replay_* pg_xlog_replay_* pg_replication_* pg_logical_*',
			'pg_sync_replication_slots pg_start_backup pg_stop_backup pg_backup_* pg_log_* pg_export_snapshot',
			'pg_restore_* pg_clear_* pg_buffercache_evict* pg_truncate_visibility_map heap_force_* binary_upgrade_*',
			'brin_summarize_* brin_desummarize_* gin_clean_pending_list pg_prewarm autoprewarm_* pg_nextoid',
		),
		tables: anyOf('pg_authid pg_shadow pg_user_mapping pg_user_mappings pg_subscription pg_largeobject'),
	},
	mysql: {
		beginnings: new Set(['select', 'with', 'values', 'table', 'show', 'describe', 'desc', 'explain', 'analyze']),
		words: anyOf('into outfile dumpfile'),
		functions: anyOf(
			'load_file get_lock release_lock release_all_locks sys_exec sys_eval sys_get sys_set',
			'master_pos_wait source_pos_wait master_gtid_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids',
			'nextval setval lastval keyring_* asynchronous_connection_failover_* group_replication_* version_tokens_*',
			'audit_log_* mysql_firewall_* set_firewall_mode service_get_*_locks service_release_locks',
		),
		tables: anyOf('user global_priv servers proxies_priv authentication_string slave_master_info'),
	},
	sqlite: {
		beginnings: new Set(['select', 'with', 'values', 'explain', 'pragma']),
		words: NONE,
		functions: anyOf('load_extension readfile writefile edit fts3_tokenizer zipfile lsdir fsdir eval'),
		tables: NONE,
	},
	mssql: {
		beginnings: new Set(['select', 'with']),
		words: anyOf(
			'into insert update delete merge drop alter create truncate exec execute grant revoke deny backup restore',
			'shutdown kill dbcc reconfigure waitfor bulk use set declare while begin commit rollback save print raiserror',
			'throw writetext updatetext openquery openrowset opendatasource xp_* sp_* goto checkpoint receive send',
		),
		functions: anyOf('openquery openrowset opendatasource xp_* sp_*'),
		tables: anyOf('sql_logins syslogins'),
	},
};

export const PRAGMAS_WITH_ARGUMENT = new Set(
	`table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list database_list collation_list
	function_list module_list pragma_list compile_options`.split(/\s+/),
);

export const PRAGMAS_ALONE = new Set(
	`user_version application_id schema_version encoding page_size page_count freelist_count journal_mode foreign_keys
	auto_vacuum data_version integrity_check quick_check foreign_key_check`.split(/\s+/),
);
