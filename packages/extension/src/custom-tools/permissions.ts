import { realpathSync } from 'node:fs';
import path from 'node:path';
import { jsonMapFile } from '@hawser/node/json-map-file.ts';
import * as vscode from 'vscode';
import type { Asking } from '../editor/questions/consent.ts';
import { deniedError } from '../editor/questions/denied.ts';
import { askFor, patienceOf } from '../editor/questions/patience.ts';
import type { UserQuestions } from '../editor/questions/question.ts';
import { createSharedQuestions } from '../editor/questions/shared-questions.ts';
import type { Allowed, FolderState } from './folder-state.ts';
import { partsOf } from './tool-question.ts';

export interface Permissions {
	/**
	 * Reads the folder and returns what the user allows of it, now or before; E_DENIED when they do not. `read` is called
	 * again after every answer: what changed while the question stood was not what the user saw, and is asked about anew.
	 */
	require(read: () => Promise<FolderState>, user: UserQuestions, caller: Asking): Promise<AllowedState>;
}

export interface AllowedState extends FolderState {
	/** Hash by real path of all that may be loaded from .hawser; undefined when the user allows whatever is there. */
	loadable: Readonly<Record<string, string>> | undefined;
}

type Answer = 'now' | 'always' | 'deny';

function answers(): Record<Answer, string> {
	return {
		now: vscode.l10n.t('Allow them as they are now'),
		always: vscode.l10n.t('Allow later changes too'),
		deny: vscode.l10n.t('Deny'),
	};
}

export function createPermissions(home: string): Permissions {
	const file = jsonMapFile(path.join(home, 'custom-tools.json'), isAllowed);
	const questions = createSharedQuestions<Answer | undefined>();

	async function ask(
		state: FolderState,
		allowed: Allowed | undefined,
		user: UserQuestions,
		caller: Asking,
		end: number,
	): Promise<void> {
		const { who = 'an agent' } = caller;
		let says: string | undefined;
		const { tool, tools, programs } = state;
		const hashes = tools.map(({ hash }) => hash).sort();
		const files = Object.fromEntries([...programs].map(([name, { hash }]) => [name, hash]));
		const question = {
			wants:
				allowed === undefined
					? vscode.l10n.t('run a tool that this project defines')
					: vscode.l10n.t('run a tool of this project, and the tools there have changed since you allowed them'),
			about: partsOf(state, allowed),
			why: vscode.l10n.t(
				'Tools of a project are programs and can do all that you can. Your answer is for all tools in .hawser/tools of this folder.',
			),
			asker: [who],
			folder: tool.folder,
			answers: answers(),
			onWords: (words: string) => {
				says = words;
			},
		};
		const key = JSON.stringify([who, tool.folder, hashes, files]);
		const startedAt = Date.now();
		const answer = await askFor(
			caller,
			({ milliseconds, signal }) =>
				questions.ask(key, shared => user.ask(question, { milliseconds, signal: shared }), { milliseconds, signal }),
			end - startedAt,
		);
		if (answer !== 'now' && answer !== 'always') {
			const topic = `run ${tool.name}, a tool that this project defines`;
			throw deniedError({ answer, says, waited: Date.now() - startedAt, topic });
		}
		await file.change(map => {
			map.set(realpathSync(tool.folder), { hashes, files, laterChanges: answer === 'always' });
			return true;
		});
	}

	return {
		async require(read, user, caller) {
			const end = Date.now() + patienceOf(caller);
			for (;;) {
				const state = await read();
				const allowed = file.read().get(realpathSync(state.tool.folder));
				if (allowed !== undefined && isSettled(state, allowed)) {
					return { ...state, loadable: allowed.laterChanges ? undefined : loadable(state, allowed) };
				}
				await ask(state, allowed, user, caller, end);
			}
		},
	};
}

/** Another tool's files are that tool's business, until this one loads it: then it must be allowed as well. */
function isSettled({ tool, tools, programs }: FolderState, allowed: Allowed): boolean {
	const others = new Set(
		tools.filter(({ name }) => name !== tool.name).flatMap(({ script, metadata }) => [script, metadata]),
	);
	return (
		allowed.laterChanges ||
		(allowed.hashes.includes(tool.hash) &&
			[...programs.values()].every(
				program => others.has(path.join(tool.folder, program.path)) || allowed.files[program.path] === program.hash,
			))
	);
}

function loadable({ programs }: FolderState, allowed: Allowed): Record<string, string> {
	return Object.fromEntries(
		[...programs.values()]
			.filter(program => allowed.files[program.path] === program.hash)
			.map(({ realPath, hash }) => [realPath, hash]),
	);
}

function isAllowed(value: unknown): value is Allowed {
	if (typeof value !== 'object' || value === null) {
		return false;
	}
	const { hashes, files, laterChanges }: Partial<Record<string, unknown>> = { ...value };
	return Array.isArray(hashes) && typeof files === 'object' && files !== null && typeof laterChanges === 'boolean';
}
