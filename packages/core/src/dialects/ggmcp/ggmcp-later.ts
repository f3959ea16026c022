import type { Dialect } from '../../contract/dialect.ts';
import { ggmcpLaterFormat } from './ggmcp-later-format.ts';
import { laterNames } from './later-names.ts';

/** ggMCP from version 1.2 on; the tools that it kept are those of `ggmcp`. */
export const ggmcpLater: Dialect = {
	name: 'ggmcp-1.2',
	title: 'ggMCP 1.2 and later',
	format: ggmcpLaterFormat,
	names: laterNames,
};
