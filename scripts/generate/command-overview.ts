import { COMMANDS } from '../../packages/cli/src/input/command-table.ts';
import { tableRow } from './markdown.ts';

/** One row per command of the CLI, as its own help has it. */
export function commandOverview(): string {
	const rows = Object.entries(COMMANDS).map(([name, { summary }]) => tableRow(`\`hawser ${name}\``, summary));
	return [tableRow('command', 'what it does'), tableRow('---', '---'), ...rows].join('\n');
}
