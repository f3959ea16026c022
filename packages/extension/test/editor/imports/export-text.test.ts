import { expect, test } from 'vitest';
import { exportsUnnamed } from '../../../src/editor/imports/export-text.ts';

test.each([
	'export default class Basket {}',
	'export default abstract class Basket<T> {}',
	'export  default\tasync function* Basket() {}',
	'export default interface Basket {}',
	'class Basket {}\nexport default Basket;',
	'class Basket {}\nexport = Basket;',
	'module.exports = class Basket {};',
	'function Basket() {}\nmodule.exports = Basket;',
	'class Basket {}\nexport { Basket as Cart };',
])('%s: others may import it as something else', text => {
	expect(exportsUnnamed(text, 'Basket')).toBe(true);
});

test.each([
	'export class Basket {}',
	'class Basket {}\nexport { Basket };',
	'export default class BasketOf {}\nexport class Basket {}',
	'export default class $Basket {}\nexport class Basket {}',
	'module.exports = { Basket };',
])('%s: who uses it names it', text => {
	expect(exportsUnnamed(text, 'Basket')).toBe(false);
});
