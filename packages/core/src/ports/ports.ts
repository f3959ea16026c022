import type { Breakpoints } from './breakpoints.ts';
import type { Debugger } from './debugger.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import type { Editor } from './editor.ts';
import type { Symbols } from './symbols.ts';
import type { Windows } from './windows.ts';

/** What tools may need of a window, one small interface per area of the editor. */
export interface Ports {
	windows: Windows;
	editor: Editor;
	documents: Documents;
	symbols: Symbols;
	diagnostics: Diagnostics;
	breakpoints: Breakpoints;
	debugger: Debugger;
}
