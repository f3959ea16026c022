import type { LaunchOptions } from '@hawser/headless/editor.ts';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { connectDebugger, type DebugClient } from './debug-client.ts';
import { useWorkbench } from './use-window.ts';
import type { OpenWindow, Workbench } from './workbench.ts';

/** A window on a copy of the project with programs to debug, and an agent; each test starts without sessions and breakpoints. */
export function useDebugger(options?: LaunchOptions): {
	workbench: () => Workbench;
	open: () => OpenWindow;
	agent: () => DebugClient;
} {
	const workbench = useWorkbench(options);
	let started: { open: OpenWindow; agent: DebugClient } | undefined;
	const required = () => {
		if (!started) {
			throw new Error('The window did not open.');
		}
		return started;
	};
	beforeAll(async () => {
		const open = await workbench().open(workbench().copyProject('debugging'));
		started = { open, agent: await connectDebugger(open.entry) };
	});
	afterEach(async () => {
		await started?.agent.reset();
	});
	afterAll(async () => {
		await started?.agent.client.close();
	});
	return { workbench, open: () => required().open, agent: () => required().agent };
}
