import type { Dialect } from '../../contract/dialect.ts';
import { debuggerNames } from './debugger-names.ts';
import { editorNames } from './editor-names.ts';
import { fileNames } from './file-names.ts';
import { ggmcpFormat } from './ggmcp-format.ts';
import { projectNames } from './project-names.ts';
import { symbolNames } from './symbol-names.ts';
import { terminalNames } from './terminal-names.ts';

/** The 29 tools of ggMCP's interface document, in its order. Lines and characters count from 0 where the document says so. */
export const ggmcp: Dialect = {
	name: 'ggmcp',
	title: 'ggMCP',
	format: ggmcpFormat,
	names: [...editorNames, ...fileNames, ...symbolNames, ...debuggerNames, ...terminalNames, ...projectNames],
};
