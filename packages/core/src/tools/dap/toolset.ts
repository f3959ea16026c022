import type { Toolset } from '../../contract/toolset.ts';
import { dapCompare } from './dap-compare.ts';
import { dapExceptions } from './dap-exceptions.ts';
import { dapFilter } from './dap-filter.ts';
import { dapLogs } from './dap-logs.ts';
import { dapSearch } from './dap-search.ts';
import { dapStats } from './dap-stats.ts';
import { dapSummary } from './dap-summary.ts';
import { dapTimeline } from './dap-timeline.ts';

export const dapToolset: Toolset = {
	thing: 'dap',
	title: 'Recording of debug sessions',
	onByDefault: true,
	instructions:
		'Recording: dap_summary, dap_exceptions and dap_logs tell what happened in a debugged program, also after it has ended.',
	tools: [dapSummary, dapLogs, dapSearch, dapExceptions, dapTimeline, dapStats, dapFilter, dapCompare],
};
