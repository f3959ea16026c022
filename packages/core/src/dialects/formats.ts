import type { DialectFormat } from '../contract/dialect-format.ts';
import { devdbFormat } from './devdb-format.ts';
import { ggmcpFormat } from './ggmcp/ggmcp-format.ts';

/** The dialects that can be spoken back, by name; a test compares them with the catalogue. */
export const dialectFormats: Readonly<Record<string, DialectFormat>> = { devdb: devdbFormat, ggmcp: ggmcpFormat };
