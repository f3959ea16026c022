import type { Breakpoints } from './breakpoints.ts';
import type { Commands } from './commands.ts';
import type { Databases } from './database.ts';
import type { Debugger } from './debugger.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import type { Editor } from './editor.ts';
import type { FileMoves } from './file-moves.ts';
import type { Files } from './files.ts';
import type { Git } from './git.ts';
import type { Pauses } from './pauses.ts';
import type { Projects } from './projects.ts';
import type { Refactorings } from './refactorings.ts';
import type { Settings } from './settings.ts';
import type { Sources } from './sources.ts';
import type { Symbols } from './symbols.ts';
import type { Tasks } from './tasks.ts';
import type { Terminals } from './terminals.ts';
import type { Tests } from './tests.ts';
import type { TextSearch } from './text-search.ts';
import type { Windows } from './windows.ts';

/** What tools may need of a window, one small interface per area of the editor. */
export interface Ports {
	windows: Windows;
	editor: Editor;
	documents: Documents;
	files: Files;
	textSearch: TextSearch;
	symbols: Symbols;
	sources: Sources;
	diagnostics: Diagnostics;
	refactorings: Refactorings;
	fileMoves: FileMoves;
	databases: Databases;
	breakpoints: Breakpoints;
	debugger: Debugger;
	git: Git;
	settings: Settings;
	commands: Commands;
	projects: Projects;
	pauses: Pauses;
	terminals: Terminals;
	tasks: Tasks;
	tests: Tests;
}
