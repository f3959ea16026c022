import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { groupByProject } from '../../../src/editor/diagnostics/script-groups.ts';

const at = (...names: string[]) => names.map(name => join(sep, 'w', name));

test('scripts come project by project, those of no project last or first but together', () => {
	const scripts = at('b/two.ts', 'a/one.ts', 'loose.ts', 'a/deep/er.ts', 'b/one.ts');
	const all = [...scripts, ...at('a/tsconfig.json', 'b/jsconfig.json', 'b/tsconfig.base.json')];
	expect(groupByProject(scripts, all)).toEqual([
		at('a/deep/er.ts', 'a/one.ts'),
		at('b/one.ts', 'b/two.ts'),
		at('loose.ts'),
	]);
});
