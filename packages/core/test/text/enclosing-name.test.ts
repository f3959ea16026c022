import { expect, test } from 'vitest';
import { enclosingName } from '../../src/text/enclosing-name.ts';

/** The name around the line that holds `here`. */
function around(source: string): string | undefined {
	const lines = source.split('\n');
	return enclosingName(lines, lines.findIndex(line => line.includes('here')) + 1);
}

test.each([
	['a method in a class', 'export class Cart {\n\ttotal(rate: number): number {\n\t\there();\n\t}\n}', 'Cart.total'],
	['blocks in between', 'function a() {\n  if (x) {\n  } else {\n    for (;;) {\n      here();', 'a'],
	['a signature of many lines', 'export async function a(\n\tb: string,\n): Promise<void> {\n\there();', 'a'],
	['a method of many lines', 'class A {\n  b(\n    c: string,\n  ): void {\n    here();', 'A.b'],
	['an arrow function', 'const total = (rate: number) => {\n\there();\n};', 'total'],
	['an object', 'export const tool = {\n\tasync run(input) {\n\t\there();', 'tool.run'],
	['a function in an object', 'const port = {\n\tread: async path => {\n\t\there();', 'port.read'],
	['Python', 'class Cart:\n    def total(self):\n        here()', 'Cart.total'],
	['Go', 'func (c *Cart) Total() int {\n\there()\n}', 'Cart.Total'],
	['Rust', 'impl Drop for Cart {\n    pub(crate) fn total(&self) {\n        here();', 'Cart.total'],
	['a brace that stands alone', 'class Cart\n{\n    public int Total(int rate)\n    {\n        here();', 'Cart.Total'],
	['the top of a file', "import { here } from './here';", undefined],
	['an argument of a call', "describe('cart', () => {\n\ttest('adds', () => {\n\t\there();", undefined],
	['a call of many lines', 'run(\n\there,\n);', undefined],
	['what comes after a function', 'function a() {\n\tb();\n}\nhere();', undefined],
	['the declaration itself', 'class Cart {\n\there(): number {\n\t}', 'Cart'],
])('%s', (_title, source, name) => {
	expect(around(source)).toBe(name);
});
