import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inputFromWords } from '../../src/input/input-from-words.ts';
import { shellCall } from '../../src/input/shell-call.ts';
import { manifest } from '../../src/tools/published-tools.ts';

test.each(manifest.tools.map(tool => [tool.name, tool] as const))(
	'the example of %s means in a shell what it means to an agent',
	(name, tool) => {
		const call = shellCall(name, tool.example ?? {});
		// printf instead of hawser shows the words that the program would get.
		const words = execFileSync('sh', ['-c', call.replace(/^hawser call \S+/, "printf '%s\\0'")], { encoding: 'utf8' });
		const given = words.split('\0').filter(word => word !== '');
		expect(inputFromWords(tool, given)).toEqual(tool.example);
	},
);

test('help shows a whole call', () => {
	const edit = manifest.tools.find(({ name }) => name === 'file_edit');
	expect(shellCall('file_edit', edit?.example ?? {})).toBe(
		`hawser call file_edit path=src/cart.ts edits='[{"oldText":"rate = 0.2","newText":"rate = 0.19"}]'`,
	);
});
