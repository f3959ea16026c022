import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callWindow } from '../call-window.ts';
import type { ProjectWindow } from './project-window.ts';
import type { ProjectSymbol } from './projects/project-template.ts';
import type { Judgement } from './verdicts.ts';

/** Renames for good; what counts is not what was said but what the files are afterwards. */
export async function renameInWindow(
	{ open, project }: ProjectWindow,
	{ name }: ProjectSymbol,
	newName: string,
): Promise<Judgement> {
	const [declaration] = project.truth().declarations.get(name) ?? [];
	const before = project.truth().texts;
	const after = project.textsAfterRename(name, newName);
	const { envelope, text } = await callWindow(open.entry, 'symbol_rename', {
		path: declaration?.path,
		symbol: name,
		newName,
	});
	const said = text.split('\n')[0] ?? '';
	const untouched = differingFiles(project.folder, before);
	if (envelope.ok) {
		const wrong = differingFiles(project.folder, after);
		return wrong.length === 0
			? { verdict: 'true', said }
			: { verdict: 'lie', said: `${said}; not as they should be: ${wrong.join(', ')}` };
	}
	if (untouched.length > 0) {
		return { verdict: 'lie', said: `${said}; but these files have changed: ${untouched.join(', ')}` };
	}
	const code = envelope.error?.code;
	return { verdict: code === 'E_NOT_READY' ? 'honest' : code === 'E_TIMEOUT' ? 'timeout' : 'lie', said };
}

function differingFiles(folder: string, texts: ReadonlyMap<string, string>): readonly string[] {
	return [...texts].filter(([path, text]) => readFileSync(join(folder, path), 'utf8') !== text).map(([path]) => path);
}
