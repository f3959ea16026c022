import { describe, expect, test } from 'vitest';
import { readTypeHead, typeHeadAround } from '../../../src/editor/symbols/class-heads.ts';

const names = (text: string) =>
	readTypeHead(text, text.search(/class|interface/))?.parents.map(({ name, offset }) => {
		expect(text.slice(offset, offset + name.length)).toBe(name);
		return name;
	});

describe('the parents of a class or interface', () => {
	test.each([
		['class A {}', []],
		['class A extends B {}', ['B']],
		['class A<T extends X> extends B<Y, Z> implements C, D<E> {}', ['B', 'C', 'D']],
		['interface I extends J, K<L> {}', ['J', 'K']],
		['export default class extends B {}', ['B']],
		['const x = class extends library.part.B {}', ['B']],
		['class A extends mixin(B) {}', []],
		['class A extends /* not C */ B // nor D\n implements E {}', ['B', 'E']],
		['class A extends B<{ x: (y: C) => D }> implements E {}', ['B', 'E']],
		['class A<T = { a: B }> extends C {}', ['C']],
	])('%s has the parents %j', (text, expected) => {
		expect(names(text)).toEqual(expected);
	});
});

test('the head around a name is that of the nearest class, comments aside', () => {
	const text = 'class A extends B {}\n/** class C extends D */\n// class E\nclass F extends G {}\n';
	expect(typeHeadAround(text, text.indexOf('G'))).toMatchObject({ name: 'F', parents: [{ name: 'G' }] });
	expect(typeHeadAround(text, text.indexOf('B'))).toMatchObject({ name: 'A' });
	expect(typeHeadAround(text, 3)).toBeUndefined();
});
