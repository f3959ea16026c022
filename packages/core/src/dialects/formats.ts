import type { DialectFormat } from '../contract/dialect-format.ts';
import { devdbFormat } from './devdb-format.ts';
import { ggmcpFormat } from './ggmcp/ggmcp-format.ts';

/** The formats of the dialects by name; a test compares them with the list of dialects. */
export const dialectFormats: Readonly<Record<string, DialectFormat>> = { devdb: devdbFormat, ggmcp: ggmcpFormat };
