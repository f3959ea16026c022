import type { Dialect } from './dialect.ts';
import { type NameList, nameList } from './name-list.ts';

export interface Rules {
	/** The verbs that a statement may begin with. */
	readonly beginnings: ReadonlySet<string>;
	/** Words that may not stand anywhere outside quotation marks. */
	readonly words: NameList;
	/** Functions that reach past a read-only transaction: files, other servers, nested statements, state that stays. */
	readonly functions: NameList;
	/** Those of them that PostgreSQL also calls as `(argument).name`. Only exact names: columns may begin like functions. */
	readonly attributes: NameList;
	/** Tables that hold the passwords of the server. */
	readonly tables: NameList;
}

const NONE = nameList();

export const RULES: Record<Dialect, Rules> = {
	postgres: {
		beginnings: new Set(['select', 'with', 'values', 'table', 'show', 'explain']),
		words: NONE,
		functions: nameList(
			'pg_read_* pg_ls_* pg_stat_file pg_file_* pg_logdir_ls pg_logfile_rotate',
			'lo_* loread lowrite',
			'dblink* postgres_fdw_* http http_* query_export_to_s3 table_import_from_s3',
			'query_to_xml* cursor_to_xml* table_to_xml* schema_to_xml* database_to_xml*',
			'ts_stat ts_rewrite crosstab* connectby xpath_table plv8_* exec nextval setval',
			'set_config pg_advisory_* pg_try_advisory_* pg_notify pg_stat_*reset* pg_import_system_collations',
			'pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_switch_wal pg_switch_xlog',
			'pg_promote pg_create_* pg_drop_* pg_copy_* pg_wal_replay_* pg_xlog_replay_* pg_replication_* pg_logical_*',
			'pg_sync_replication_slots pg_start_backup pg_stop_backup pg_backup_* pg_log_* pg_export_snapshot',
			'pg_restore_* pg_clear_* pg_buffercache_evict* pg_truncate_visibility_map heap_force_* binary_upgrade_*',
			'pg_stat_force_next_flush pg_hba_file_rules pg_ident_file_mappings pg_show_all_file_settings pg_extension_config_dump',
			'brin_summarize_* brin_desummarize_* gin_clean_pending_list pg_prewarm autoprewarm_* pg_nextoid',
		),
		attributes: nameList(
			'pg_read_file pg_read_binary_file pg_ls_dir pg_ls_tmpdir pg_ls_replslotdir pg_stat_file',
			'lo_close lo_creat lo_create lo_get lo_import lo_tell lo_tell64 lo_unlink nextval',
			'dblink dblink_connect dblink_connect_u dblink_disconnect dblink_exec dblink_open dblink_close dblink_fetch',
			'dblink_send_query dblink_is_busy dblink_get_result dblink_cancel_query dblink_error_message',
			'ts_stat crosstab crosstab2 crosstab3 crosstab4 plv8_execute',
			'pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_shared pg_advisory_xact_lock',
			'pg_advisory_xact_lock_shared pg_try_advisory_lock pg_try_advisory_lock_shared pg_try_advisory_xact_lock',
			'pg_try_advisory_xact_lock_shared pg_import_system_collations pg_terminate_backend pg_cancel_backend pg_promote',
			'pg_create_restore_point pg_create_physical_replication_slot pg_drop_replication_slot',
			'pg_replication_origin_create pg_replication_origin_drop pg_replication_origin_session_setup',
			'pg_backup_start pg_backup_stop pg_start_backup pg_stop_backup pg_log_backend_memory_contexts pg_restore_relation_stats',
			'pg_restore_attribute_stats pg_stat_reset_* brin_summarize_new_values gin_clean_pending_list pg_prewarm',
			'pg_truncate_visibility_map binary_upgrade_*',
		),
		tables: nameList(
			'pg_authid pg_shadow pg_user_mapping pg_user_mappings pg_subscription pg_largeobject',
			'user_mapping_options _pg_user_mappings',
		),
	},
	mysql: {
		beginnings: new Set(['select', 'with', 'values', 'table', 'show', 'describe', 'desc', 'explain', 'analyze']),
		words: nameList('into outfile dumpfile'),
		functions: nameList(
			'load_file get_lock release_lock release_all_locks sys_exec sys_eval sys_get sys_set sys_bineval benchmark',
			'master_pos_wait source_pos_wait master_gtid_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids',
			'nextval setval lastval keyring_* asynchronous_connection_failover_* group_replication_* version_tokens_*',
			'audit_log_* audit_api_* mysql_firewall_* set_firewall_mode read_firewall_* service_get_*_locks service_release_locks',
			'load_rewrite_rules flush_rewrite_cache gen_dictionary_load gen_dictionary_drop masking_dictionary_* wsrep_sync_*',
			'spider_* mroonga_command handlersocket_* cmdshell do_system',
		),
		attributes: NONE,
		tables: nameList('user global_priv servers proxies_priv authentication_string slave_master_info password_history'),
	},
	sqlite: {
		beginnings: new Set(['select', 'with', 'values', 'explain', 'pragma']),
		words: NONE,
		functions: nameList('load_extension readfile writefile edit fts3_tokenizer zipfile lsdir fsdir eval sqlite_log'),
		attributes: NONE,
		tables: NONE,
	},
	mssql: {
		beginnings: new Set(['select', 'with']),
		words: nameList(
			'into insert update delete merge drop alter create truncate exec execute grant revoke deny backup restore',
			'shutdown kill dbcc reconfigure waitfor bulk use set declare while begin commit rollback save print raiserror',
			'throw writetext updatetext openquery openrowset opendatasource xp_* sp_* goto checkpoint receive send',
			'open close deallocate revert setuser add dump load updlock xlock tablock tablockx holdlock',
		),
		functions: nameList(
			'openquery openrowset opendatasource openxml xp_* sp_*',
			'fn_get_audit_file fn_get_audit_file_v2 fn_trace_gettable fn_trace_getinfo fn_xe_*file* fn_dblog fn_dump_dblog',
			'fn_dblog_xtp fn_full_dblog fn_servershareddrives dm_os_enumerate_* dm_os_file_exists filetablerootpath',
			'get_filestream_transaction_context ai_generate_* predict loginproperty',
		),
		attributes: NONE,
		tables: nameList('sql_logins syslogins sysxlogins sysremotelogins linked_logins remote_logins'),
	},
};

/** Functions of SQL Server's own schema that only look; what else is called fn_… there may open a file by its name. */
export const MSSQL_SYSTEM_FUNCTIONS = nameList(
	'fn_listextendedproperty fn_helpcollations fn_virtualfilestats fn_my_permissions fn_builtin_permissions',
	'fn_varbintohexstr fn_varbintohexsubstring fn_physlocformatter fn_physloccracker fn_translate_permissions fn_cdc_*',
	'fn_hadr_* fn_validate_plan_guide fn_get_sql fn_isrolemember fn_stmt_sql_handle_from_sql_stmt fn_db_backup_file_snapshots',
);

/**
 * PostgreSQL marks a function that may do more than read as volatile. These carry the mark because their answer changes
 * from one call to the next, or because they wait.
 */
export const HARMLESS_VOLATILE = nameList(
	'random random_normal normal_rand array_sample array_shuffle gen_random_uuid gen_random_bytes gen_salt uuidv4 uuidv7',
	'uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 clock_timestamp timeofday current_query pg_sleep pg_sleep_for',
	'pg_sleep_until currval lastval pg_sequence_last_value pg_get_sequence_data txid_status pg_xact_status',
	'pg_xact_commit_timestamp pg_xact_commit_timestamp_origin pg_last_committed_xact pg_database_size pg_indexes_size',
	'pg_relation_size pg_table_size pg_tablespace_size pg_total_relation_size pg_partition_ancestors pg_partition_tree',
	'pg_blocking_pids pg_safe_snapshot_blocking_pids pg_lock_status pg_isolation_test_session_is_blocked',
	'pg_notification_queue_usage pg_is_in_recovery pg_is_wal_replay_paused pg_get_wal_replay_pause_state',
	'pg_current_wal_lsn pg_current_wal_insert_lsn pg_current_wal_flush_lsn pg_last_wal_receive_lsn',
	'pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_control_* pg_collation_actual_version',
	'pg_database_collation_actual_version pg_jit_available pg_stat_get_* pg_stat_have_stats pg_stat_statements',
	'pg_stat_statements_info pgstattuple pgstattuple_approx pgstatindex pgrowlocks pg_buffercache_pages',
	'pg_buffercache_summary pg_buffercache_usage_counts hypertable_size hypertable_detailed_size chunks_detailed_size',
	'approximate_row_count st_generatepoints ssl_is_used ssl_version ssl_cipher ssl_client_* ssl_issuer_* ssl_extension_info',
);

export const PRAGMAS_WITH_ARGUMENT = new Set(
	`table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list database_list collation_list
	function_list module_list pragma_list compile_options`.split(/\s+/),
);

export const PRAGMAS_ALONE = new Set(
	`user_version application_id schema_version encoding page_size page_count freelist_count journal_mode foreign_keys
	auto_vacuum data_version integrity_check quick_check foreign_key_check`.split(/\s+/),
);
