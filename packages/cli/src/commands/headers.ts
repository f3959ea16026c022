import { windowFinder } from '@hawser/link/find-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import type { Arguments } from '../arguments.ts';
import { print } from '../terminal.ts';
import { chooseWorkspace } from '../workspace.ts';

export function run({ options }: Arguments): number {
	const { token } = windowFinder(hawserHome()).find(chooseWorkspace(options.workspace));
	print(JSON.stringify({ Authorization: `Bearer ${token}` }));
	return 0;
}
