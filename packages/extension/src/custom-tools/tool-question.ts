import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import * as vscode from 'vscode';
import type { QuestionPart } from '../editor/questions/question.ts';
import type { Allowed, FolderState } from './folder-state.ts';

/** Bytes of one file, and of all, beyond which a reader would see nothing for all the text. */
const MAX_FILE = 256 * 1024;
const MAX_ALL = 1024 * 1024;

/**
 * All that the answer allows: which tool is called, and the programs in .hawser that are new to the user, whole. What is too
 * long to read is named with its digest, to which the permission is bound.
 */
export function partsOf(state: FolderState, allowed: Allowed | undefined): QuestionPart[] {
	const { tool, tools, programs } = state;
	const states = [...programs.values()].map(program => ({
		program,
		state: changeOf(program.path, program.hash, allowed),
	}));
	const own = path.relative(tool.folder, tool.script).replaceAll(path.sep, '/');
	const fresh = states
		.filter(({ state: change }) => change !== 'asBefore')
		.map(({ program }) => program)
		.sort((left, right) => Number(right.path === own) - Number(left.path === own));
	let room = MAX_ALL;
	const sources = fresh.map(({ path: name, bytes, hash }): QuestionPart => {
		const readable = bytes.length <= Math.min(MAX_FILE, room) && isUtf8(bytes);
		room -= readable ? bytes.length : 0;
		const text = readable
			? bytes.toString('utf8')
			: vscode.l10n.t('Not shown: {0} bytes, SHA-256 {1}', bytes.length, hash);
		return { label: vscode.l10n.t('Program'), text: `${name}\n\n${text}` };
	});
	return [
		{ label: vscode.l10n.t('Tool'), text: tool.name },
		{ label: vscode.l10n.t('All tools of this project'), text: tools.map(({ name }) => name).join('\n') },
		{
			label: vscode.l10n.t('Programs in .hawser'),
			text: states.map(({ program, state: change }) => `${program.path} (${changeInWords(change)})`).join('\n'),
		},
		...sources,
	];
}

type Change = 'new' | 'asBefore' | 'changed';

function changeOf(name: string, hash: string, allowed: Allowed | undefined): Change {
	const before = allowed?.files[name];
	return before === undefined ? 'new' : before === hash ? 'asBefore' : 'changed';
}

function changeInWords(change: Change): string {
	switch (change) {
		case 'new':
			return vscode.l10n.t({ message: 'new', comment: ['Of a file'] });
		case 'asBefore':
			return vscode.l10n.t('as before');
		case 'changed':
			return vscode.l10n.t('changed');
	}
}
