import { isRecord, listOf } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay, resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

export interface Kernel {
	/** Id of the extension, `/`, id of the kernel. */
	id: string;
	label: string;
	description?: string;
}

const LIST = '_resolveNotebookKernels';
const SELECT = 'notebook.selectKernel';
/** Kernels are registered after an extension has been started by the notebook; nothing tells when it is done. */
const APPEAR_LIMIT = 10_000;
const LOOK_EVERY = 200;
const SELECT_LIMIT = 10_000;
/** An id that no kernel has. */
const NO_KERNEL = { id: 'none', extension: 'hawser.none' };

/**
 * Makes sure that the notebook, which must be in the active editor, has a kernel selected: VS Code would otherwise put a
 * list before the user and wait. The label of the kernel, where it is known.
 */
export async function ensureKernel(
	document: vscode.NotebookDocument,
	wanted: string | undefined,
	path: string,
	signal: Cancellation,
): Promise<string | undefined> {
	const kernels = await untilThere(document, wanted, signal);
	const matching = wanted === undefined ? kernels : kernels.filter(kernel => isNamed(kernel, wanted));
	const [only, second] = matching;
	if (only && second === undefined) {
		if (!(await select(splitId(only), signal))) {
			throw new ToolError('E_NO_KERNEL', `VS Code did not select the kernel "${only.label}" for ${path}.`);
		}
		return only.label;
	}
	if (wanted === undefined && (await isSelected(signal))) {
		return undefined;
	}
	throw noKernel(path, wanted, kernels, matching.length > 1);
}

function noKernel(path: string, wanted: string | undefined, kernels: readonly Kernel[], several: boolean): ToolError {
	const names = kernels.map(({ id, label }) => `${label} [${id}]`).join(', ');
	const details = { kernels: kernels.map(({ id, label, description }) => ({ id, label, description })) };
	if (kernels.length === 0) {
		return new ToolError('E_NO_KERNEL', `No extension in this window offers a kernel for ${path}.`, {
			hint: 'Ask the user to open the notebook and press "Select Kernel"; an extension may have to be installed first.',
			details,
		});
	}
	if (wanted === undefined) {
		return new ToolError('E_NO_KERNEL', `No kernel is selected for ${path}. There are: ${names}.`, { details });
	}
	const what = several ? `Several kernels are called "${wanted}"` : `There is no kernel "${wanted}" for ${path}`;
	return new ToolError('E_NO_KERNEL', `${what}. There are: ${names}.`, { details });
}

async function untilThere(
	document: vscode.NotebookDocument,
	wanted: string | undefined,
	signal: Cancellation,
): Promise<readonly Kernel[]> {
	const end = Date.now() + APPEAR_LIMIT;
	for (;;) {
		const kernels = await listKernels(document, signal);
		const isThere = wanted === undefined ? kernels.length > 0 : kernels.some(kernel => isNamed(kernel, wanted));
		if (isThere || Date.now() > end) {
			return kernels;
		}
		await delay(LOOK_EVERY, signal);
	}
}

async function listKernels(
	{ uri, notebookType }: vscode.NotebookDocument,
	signal: Cancellation,
): Promise<readonly Kernel[]> {
	const found: unknown = await command(LIST, { uri, viewType: notebookType }, signal);
	return listOf(found).flatMap(kernel => {
		const { id, label, description } = isRecord(kernel) ? kernel : {};
		return typeof id === 'string' && typeof label === 'string'
			? [{ id, label, ...(typeof description === 'string' && { description }) }]
			: [];
	});
}

/**
 * Asks to select a kernel that does not exist, unless one is selected: VS Code answers true where one is, and otherwise
 * false without asking the user. No API tells it.
 */
async function isSelected(signal: Cancellation): Promise<boolean> {
	return (await command(SELECT, { ...NO_KERNEL, skipIfAlreadySelected: true }, signal)) === true;
}

async function select(kernel: { id: string; extension: string }, signal: Cancellation): Promise<boolean> {
	return (await command(SELECT, kernel, signal)) === true;
}

async function command(id: string, argument: unknown, signal: Cancellation): Promise<unknown> {
	try {
		return await resultWithin(vscode.commands.executeCommand(id, argument), {
			milliseconds: SELECT_LIMIT,
			signal,
		});
	} catch (cause) {
		if (signal.cancelled) {
			throw cause;
		}
		throw new ToolError('E_API_UNAVAILABLE', `The editor does not answer the command ${id}.`, {
			hint: 'Run the code another way, for example with terminal_run.',
			cause,
		});
	}
}

function splitId({ id }: Kernel): { id: string; extension: string } {
	const slash = id.indexOf('/');
	return { extension: id.slice(0, slash), id: id.slice(slash + 1) };
}

function isNamed(kernel: Kernel, name: string): boolean {
	const wanted = name.toLowerCase();
	return [kernel.id, kernel.label, splitId(kernel).id].some(known => known.toLowerCase() === wanted);
}
