import type { LaunchOptions } from '@hawser/headless/editor.ts';
import { afterAll, beforeAll } from 'vitest';
import { type OpenWindow, startWorkbench, type Workbench } from './workbench.ts';

/** A workbench for all tests of a file; it ends, and nothing is left of it, when they are done. */
export function useWorkbench(options?: LaunchOptions): () => Workbench {
	let workbench: Workbench | undefined;
	beforeAll(async () => {
		workbench = await startWorkbench(options);
	});
	afterAll(async () => {
		await workbench?.[Symbol.asyncDispose]();
	});
	return () => required(workbench);
}

/** A workbench with one window on a copy of the sample project. */
export function useShopWindow(): { workbench: () => Workbench; open: () => OpenWindow } {
	const workbench = useWorkbench();
	let open: OpenWindow | undefined;
	beforeAll(async () => {
		open = await workbench().open(workbench().copyProject('shop'));
	});
	return { workbench, open: () => required(open) };
}

function required<Value>(value: Value | undefined): Value {
	if (value === undefined) {
		throw new Error('The workbench did not start.');
	}
	return value;
}
