import { expect, test } from 'vitest';
import { signaturesDiffer } from '../../src/text/signature-lines.ts';

const SOURCE = 'export class Cart {\n\ttotal(rate: number): number {\n\t\treturn sum * rate;\n\t}\n}\n';

test.each([
	['a body', 'sum * rate', 'sum + rate', false],
	['a parameter', 'rate: number', 'rate: string', true],
	['a name', 'total(', 'sum(', true],
	['a field that is new', 'Cart {\n', 'Cart {\n\tcount: number;\n', true],
])('%s', (_what, from, to, differs) => {
	expect(signaturesDiffer(SOURCE, SOURCE.replace(from, to))).toBe(differs);
});
