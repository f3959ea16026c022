import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankPaths } from '../../../src/tools/file/rank-paths.ts';

const PATHS = [
	'src/cart.ts',
	'src/cart.test.ts',
	'src/shopping-cart.ts',
	'src/ShoppingCart.tsx',
	'src/carts/index.ts',
	'docs/chart.md',
	'lib/discard.ts',
	'package.json',
];

test.each([
	['cart.ts', ['src/cart.ts', 'src/shopping-cart.ts']],
	[
		'cart',
		[
			'src/cart.ts',
			'src/cart.test.ts',
			'src/shopping-cart.ts',
			'src/ShoppingCart.tsx',
			'src/carts/index.ts',
			'docs/chart.md',
		],
	],
	['src/cart.ts', ['src/cart.ts']],
	['SC', ['src/ShoppingCart.tsx', 'src/shopping-cart.ts', 'lib/discard.ts']],
	['carts/ind', ['src/carts/index.ts']],
	['pkgjson', ['package.json']],
	['cart test', ['src/cart.test.ts']],
	['zzz', []],
])('%s', (query, best) => {
	expect(rankPaths(PATHS, query).slice(0, best.length)).toEqual(best);
	if (best.length === 0) {
		expect(rankPaths(PATHS, query)).toEqual([]);
	}
});

test('the order of the files does not matter, and every file that contains the query is found', () => {
	const path = fc
		.array(fc.constantFrom('a', 'b', 'C', '/', '.', '-'), { minLength: 1, maxLength: 12 })
		.map(parts => parts.join(''));
	fc.assert(
		fc.property(fc.uniqueArray(path, { maxLength: 20 }), fc.constantFrom('a', 'ab', 'bc', 'c-a'), (paths, query) => {
			const ranked = rankPaths(paths, query);
			expect(rankPaths([...paths].reverse(), query)).toEqual(ranked);
			const containing = paths.filter(each => each.toLowerCase().includes(query));
			expect(containing.filter(each => !ranked.includes(each))).toEqual([]);
		}),
	);
});
