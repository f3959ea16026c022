import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { createWitness, type Witness } from '../language/server-witness.ts';

/** A server that crashes takes its diagnostics with it, and that looks as if it no longer found anything. */
export interface WithdrawnDiagnostics {
	/** Diagnostics of the file have come, or have gone. */
	note(uri: vscode.Uri): void;
	/** What went before no longer matters: the text has changed. */
	forget(uri: vscode.Uri): void;
	/** True when the last that happened was that all problems of the file went, while nobody was there who could have found none. */
	isWithdrawn(uri: vscode.Uri): Promise<boolean>;
}

const LIMIT = { milliseconds: 3000, signal: NEVER_CANCELLED };

export function createWithdrawnDiagnostics(): WithdrawnDiagnostics {
	const withProblems = new Set<string>();
	const checks = new Map<string, Promise<boolean>>();
	/** By language, a file whose outline the server has given. */
	const witnesses = new Map<string, Witness | undefined>();
	return {
		note,
		forget(uri) {
			checks.delete(uri.toString());
		},
		async isWithdrawn(uri) {
			// VS Code tells of it a little later.
			if (withProblems.has(uri.toString()) && !hasProblems(uri)) {
				note(uri);
			}
			return (await checks.get(uri.toString())) ?? false;
		},
	};

	function note(uri: vscode.Uri): void {
		const key = uri.toString();
		const document = findDocument(uri);
		const had = withProblems.delete(key);
		const has = hasProblems(uri);
		const mayBeWithdrawn = !has && (had || checks.has(key));
		checks.delete(key);
		if (has) {
			withProblems.add(key);
		}
		if (document && has) {
			findWitness(document).catch(() => undefined);
		} else if (document && mayBeWithdrawn) {
			checks.set(key, hasNoServer(document));
		}
	}

	async function findWitness({ languageId, uri }: vscode.TextDocument): Promise<void> {
		if (!witnesses.has(languageId)) {
			witnesses.set(languageId, undefined);
			const hasOutline = (await outlineOf(uri)).length > 0;
			if (hasOutline) {
				witnesses.set(
					languageId,
					createWitness(uri, () => outlineOf(uri)),
				);
			} else {
				witnesses.delete(languageId);
			}
		}
	}

	/** Whatever a client offers of its server goes together with the diagnostics, and comes back only after the server has. */
	async function hasNoServer({ languageId, uri }: vscode.TextDocument): Promise<boolean> {
		const outline = await outlineOf(uri);
		const said = outline.length > 0 || (await witnesses.get(languageId)?.testify(LIMIT));
		if (said === undefined) {
			witnesses.delete(languageId);
		}
		return said === false;
	}
}

function hasProblems(uri: vscode.Uri): boolean {
	return vscode.languages.getDiagnostics(uri).length > 0;
}

async function outlineOf(uri: vscode.Uri): Promise<readonly unknown[]> {
	const asked = vscode.commands.executeCommand<unknown[] | undefined>('vscode.executeDocumentSymbolProvider', uri);
	const outline = await resultWithin(
		Promise.resolve(asked).catch(() => undefined),
		LIMIT,
	);
	return outline ?? [];
}
