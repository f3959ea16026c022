import type { Dialect } from '../../contract/dialect.ts';
import { agentlinkFormat } from './agentlink-format.ts';
import { fileNames } from './file-names.ts';
import { symbolNames } from './symbol-names.ts';
import { terminalNames } from './terminal-names.ts';

/**
 * The tools of AgentLink (Native Claude before), whose lines and columns count from 1 as ours do. Not here are `load_skill` and
 * `codebase_search`, which need an agent and an index of its own.
 */
export const agentlink: Dialect = {
	name: 'agentlink',
	title: 'AgentLink',
	format: agentlinkFormat,
	names: [...fileNames, ...symbolNames, ...terminalNames],
};
