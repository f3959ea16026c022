import type { Task } from './task.ts';

/** What the language server knows and a search of the text does not. */
export const codeTasks: readonly Task[] = [
	{
		name: 'rename a function that 24 files use',
		async hawser({ call }, { compiles, read }) {
			await call('symbol_rename', { symbol: 'addTax', path: 'src/tax.ts', newName: 'withTax' });
			return compiles() && read('src/ledger.ts').includes('addTax(amount') && read('src/cart.ts').includes('withTax');
		},
		async shell({ call }, { compiles, read }) {
			await call('grep -rnw addTax src');
			await call("grep -rlw addTax src | grep -v ledger | xargs sed -i 's/\\baddTax\\b/withTax/g'");
			await call('tsc');
			return compiles() && read('src/ledger.ts').includes('addTax(amount') && read('src/cart.ts').includes('withTax');
		},
	},
	{
		name: 'all errors after a breaking change',
		prepare({ read, write }) {
			write('src/tax.ts', read('src/tax.ts').replace('rate = 0.19', 'rate: number'));
		},
		async hawser({ call }) {
			return placesIn(await call('diagnostic_list')).length === 50;
		},
		async shell({ call }) {
			return placesIn(await call('tsc')).length === 50;
		},
	},
	{
		name: 'the value of a variable at a line',
		async hawser({ call }) {
			const text = await call('debug_start', {
				...{ path: 'src/totals.js', breakpoints: ['src/totals.js:9'], evaluate: ['sum', 'rate'], once: true },
			});
			return text.includes('sum = 16\nrate = 0.2');
		},
		async shell({ call }) {
			await call("sed -n '3,12p' src/totals.js");
			const text = await call(
				"sed '9i console.log({ sum, rate });' src/totals.js > src/totals.tmp.mjs; node src/totals.tmp.mjs; rm src/totals.tmp.mjs",
			);
			return text.includes('sum: 16, rate: 0.2');
		},
	},
	{
		name: 'references, only the name known',
		async hawser({ call }) {
			const text = await call('symbol_references', { symbol: 'Cart' });
			return text.includes('src/cart.ts\n3: export class Cart');
		},
		async shell({ call }) {
			return (await call('grep -rnw Cart src')).includes('src/cart.ts:3');
		},
	},
	{
		name: 'references of a name that two things have',
		async hawser({ call }) {
			const text = await call('symbol_references', { symbol: 'Ledger.addTax' });
			return text.includes('close: ledger.addTax(1);') && !text.includes('addTax(net)');
		},
		async shell({ call }) {
			const text = await call('grep -rnw addTax src');
			// The reader has to tell the two apart.
			return text.includes('ledger.addTax(1)') && !text.includes('addTax(net)');
		},
	},
	{
		name: 'a missing import, by quick fix',
		prepare({ read, write }) {
			write('src/orders.ts', `${read('src/orders.ts')}\nexport const gross = (order: Order) => addTax(order.total);\n`);
		},
		async hawser({ call }, { compiles }) {
			await call('code_action_apply', { path: 'src/orders.ts', line: 15 });
			return compiles();
		},
		async shell({ call }, { compiles }) {
			await call('grep -rn "export.*\\baddTax\\b" src');
			await call('sed -i "1i import { addTax } from \'./tax.js\';\\n" src/orders.ts');
			await call('tsc');
			return compiles();
		},
	},
	{
		name: 'move a file that others import',
		async hawser({ call }, { compiles, read }) {
			await call('file_rename', { from: 'src/tax.ts', to: 'src/billing/tax.ts' });
			return compiles() && read('src/billing/billing0.ts').includes("'./tax.js'");
		},
		async shell({ call }, { compiles, read }) {
			await call('grep -rn "tax\\.js\'" src');
			await call(
				"git mv src/tax.ts src/billing/tax.ts; sed -i \"s#'\\.\\./tax\\.js'#'../billing/tax.js'#\" src/*/*.ts; sed -i \"s#'\\.\\./billing/tax\\.js'#'./tax.js'#\" src/billing/*.ts; sed -i \"s#'\\./tax\\.js'#'./billing/tax.js'#\" src/*.ts",
			);
			await call('tsc');
			return compiles() && read('src/billing/billing0.ts').includes("'./tax.js'");
		},
	},
	{
		name: 'callers, two levels deep',
		async hawser({ call }) {
			const text = await call('symbol_calls', { symbol: 'billing3Total', depth: 2 });
			return /billing2\.ts:4 billing2Total[\s\S]* {2}src\/billing\/billing1\.ts:4 billing1Total/.test(text);
		},
		async shell({ call }) {
			await call('grep -rnw billing3Total src');
			// Which function the call stands in.
			await call("sed -n '1,9p' src/billing/billing2.ts");
			await call('grep -rnw billing2Total src');
			return (await call("sed -n '1,9p' src/billing/billing1.ts")).includes('billing1Total');
		},
	},
	{
		name: 'who implements an interface',
		async hawser({ call }) {
			return (await call('symbol_definition', { symbol: 'Priced', kind: 'implementation' })).includes('src/cart.ts:3');
		},
		async shell({ call }) {
			return (await call('grep -rnw Priced src')).includes('class Cart implements Priced');
		},
	},
	{
		name: 'the inferred type of a function',
		async hawser({ call }) {
			return (await call('symbol_hover', { symbol: 'Cart.summary' })).includes('gross: number');
		},
		async shell({ call }) {
			return (await call('tsc-declarations src/cart.ts')).includes('gross: number');
		},
	},
	{
		name: 'change a signature and learn what broke',
		async hawser({ call }) {
			const text = await call('file_edit', {
				path: 'src/orders.ts',
				edits: [{ oldText: 'describeOrder(order: Order)', newText: 'describeOrder(order: Order, currency: string)' }],
			});
			return text.includes('src/reports/orders-report.ts:4');
		},
		prepare({ write }) {
			write(
				'src/reports/orders-report.ts',
				"import { describeOrder, type Order } from '../orders.js';\n\nexport function report(orders: readonly Order[]): string {\n\treturn orders.map(order => describeOrder(order)).join('\\n');\n}\n",
			);
		},
		async shell({ call }) {
			await call("sed -i 's/describeOrder(order: Order)/describeOrder(order: Order, currency: string)/' src/orders.ts");
			return (await call('tsc')).includes('src/reports/orders-report.ts(4');
		},
	},
	{
		name: 'replace the body of a method',
		async hawser({ call }, { compiles, read }) {
			await call('symbol_replace', {
				symbol: 'Ledger.total',
				text: 'total(): number {\n\t\treturn Math.max(0, ...this.taxes);\n\t}',
			});
			return compiles() && read('src/ledger.ts').includes('Math.max');
		},
		async shell({ call }, { compiles, read }) {
			await call('grep -n -A 3 "total()" src/ledger.ts');
			await call("sed -i 's/return this.taxes.reduce.*/return Math.max(0, ...this.taxes);/' src/ledger.ts");
			await call('tsc');
			return compiles() && read('src/ledger.ts').includes('Math.max');
		},
	},
];

/** The lines and columns of problems, in Hawser's form and in the compiler's. */
function placesIn(text: string): readonly string[] {
	return text.match(/^(?:\d+:\d+ ts |\S+\(\d+,\d+\): error)/gm) ?? [];
}
