import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Editor, LaunchOptions } from '@hawser/headless/editor.ts';
import { launchEditor } from '@hawser/headless/launch.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { waitForWindow } from '../../scripts/start/wait-for-window.ts';
import { installedExtension } from './installed-extension.ts';
import { writeFileIn } from './write-file-in.ts';

/** A real VS Code with the packed extension, a home of its own, and projects to open. */
export interface Workbench extends AsyncDisposable {
	editor: Editor;
	/** HAWSER_HOME of the editor. */
	home: string;
	/** For processes that must find its windows. */
	env: Record<string, string>;
	/** A fresh copy of a project of tests/projects; its real path. */
	copyProject(name: string, as?: string): string;
	/** An empty folder; its real path. */
	makeFolder(name: string): string;
	/** Opens the folder and waits until Hawser answers in it. */
	open(folder: string): Promise<OpenWindow>;
	/** The entry of the window that has the folder open; when none appears, the error carries Hawser's own log. */
	entryOf(folder: string): Promise<WindowEntry>;
}

export interface OpenWindow {
	window: EditorWindow;
	entry: WindowEntry;
	folder: string;
	/** Writes a file of the folder as another program would; its absolute path. */
	write(name: string, content: string | Buffer): string;
}

export async function startWorkbench(options: LaunchOptions = {}): Promise<Workbench> {
	const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-test-')));
	const home = join(parent, 'hawser-home');
	const editor = await launchEditor({
		evaluator: true,
		...options,
		extensions: [await installedExtension(), ...(options.extensions ?? [])],
		env: { HAWSER_HOME: home, ...options.env },
	});
	const entryOf = (folder: string) =>
		waitForWindow(home, folder).catch((cause: unknown) => {
			const windows = readdirSync(join(home, 'windows'))
				.map(file => `${file}: ${readFileSync(join(home, 'windows', file), 'utf8').replace(/"token": ".*?"/, '')}`)
				.join('\n');
			throw new Error(`${String(cause)}\nEntries: ${windows}\n${hawserLogs(editor.folder)}`, { cause });
		});
	return {
		editor,
		home,
		env: { ...definedOnly(process.env), HAWSER_HOME: home },
		copyProject(name, as = name) {
			const folder = join(parent, as);
			cpSync(join(ROOT, 'tests/projects', name), folder, { recursive: true });
			return folder;
		},
		makeFolder(name) {
			const folder = join(parent, name);
			mkdirSync(folder, { recursive: true });
			return folder;
		},
		async open(folder) {
			const window = await editor.openWindow(folder);
			const entry = await entryOf(folder);
			return { window, entry, folder, write: (name, content) => writeFileIn(folder, name, content) };
		},
		entryOf,
		async [Symbol.asyncDispose]() {
			const { killed } = await editor.stop();
			rmSync(parent, { recursive: true, force: true });
			// VS Code's own server may hang at its end, and so may other people's language servers; what else is left behind is ours.
			const ours = killed.filter(({ command }) => !/code-server\/out\/node\/entry$|\/language-servers\//.test(command));
			if (ours.length > 0) {
				throw new Error(`Processes did not end by themselves: ${JSON.stringify(ours)}`);
			}
		},
	};
}

/** Hawser's logs in all windows of a launch. */
export function hawserLogs(folder: string): string {
	return globSync('**/*Hawser.log', { cwd: folder })
		.map(file => `--- ${file}\n${readFileSync(join(folder, file), 'utf8')}`)
		.join('\n');
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
	return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
