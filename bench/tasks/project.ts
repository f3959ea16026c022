import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const AREAS = ['billing', 'catalogue', 'reports', 'shipping'] as const;
const FILES_PER_AREA = 6;

/** A shop of thirty files: small enough to read, large enough that nobody would. */
export function writeProject(folder: string): void {
	const files: Record<string, string> = {
		'package.json': `${JSON.stringify({ name: 'shop', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
		'tsconfig.json': `${JSON.stringify({ compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, types: [] }, include: ['src'] }, null, 2)}\n`,
		'.vscode/settings.json': `${JSON.stringify({ 'editor.tabSize': 8, 'files.eol': '\n' }, null, 2)}\n`,
		'src/tax.ts': TAX,
		'src/cart.ts': CART,
		'src/ledger.ts': LEDGER,
		'src/orders.ts': ORDERS,
		'src/totals.js': TOTALS,
		'test/totals.test.js': TOTALS_TEST,
		...Object.fromEntries(AREAS.flatMap(area => areaFiles(area))),
	};
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	writeDatabase(join(folder, 'shop.db'));
	const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
	writeFileSync(join(folder, '.gitignore'), 'shop.db\n');
	git('init', '--quiet', '--initial-branch=main');
	git('config', 'user.name', 'Ada Example');
	git('config', 'user.email', 'ada@example.org');
	git('add', '.');
	git('commit', '--quiet', '--message', 'A shop');
	writeFileSync(
		join(folder, 'src/tax.ts'),
		TAX.replace('net * (1 + rate)', 'Math.round(net * (1 + rate) * 100) / 100'),
	);
	git('commit', '--quiet', '--all', '--author=Grace Example <grace@example.org>', '--message', ROUNDING);
}

export const ROUNDING = 'Round to whole cents, as the tax office asks';

const TAX = `/** Adds the tax to a net price; addTax is the only place that knows the rate. */
export function addTax(net: number, rate = 0.19): number {
	return net * (1 + rate);
}

export interface Priced {
	price(): number;
}
`;

const CART = `import { addTax, type Priced } from './tax.js';

export class Cart implements Priced {
	readonly items: { name: string; net: number }[] = [];

	add(name: string, net: number): void {
		this.items.push({ name, net });
	}

	price(): number {
		return this.items.reduce((sum, { net }) => sum + addTax(net), 0);
	}

	summary() {
		return this.items.map(item => ({ ...item, gross: addTax(item.net), label: item.name.toUpperCase() }));
	}
}
`;

/** Has a method of the same name that is another thing. */
const LEDGER = `export class Ledger {
	private taxes: number[] = [];

	/** Not the addTax of tax.ts. */
	addTax(amount: number): void {
		this.taxes.push(amount);
	}

	total(): number {
		return this.taxes.reduce((sum, tax) => sum + tax, 0);
	}
}

export function close(ledger: Ledger): number {
	ledger.addTax(1);
	return ledger.total();
}
`;

const ORDERS = `export interface Order {
	id: number;
	customerId: number;
	total: number;
}

export function readOrder(row: Record<string, unknown>): Order {
	return { id: Number(row['id']), customerId: Number(row['customer_id']), total: Number(row['total']) };
}

export function describeOrder(order: Order): string {
	return \`order \${order.id}: \${order.total}\`;
}
`;

const TOTALS = `const rates = { de: 0.19, fr: 0.2 };

export function total(lines, country) {
	let sum = 0;
	for (const line of lines) {
		sum += line.net * line.count;
	}
	const rate = rates[country];
	return sum * (1 + rate);
}

const printed = total([{ net: 3, count: 2 }, { net: 10, count: 1 }], 'fr');
console.log('The total of this order, with tax, is', printed);
`;

const TOTALS_TEST = `import assert from 'node:assert';
import test from 'node:test';
import { total } from '../src/totals.js';

test('an order without lines costs nothing', () => {
	assert.strictEqual(total([], 'de'), 0);
});

test('a country without a rate has no tax', () => {
	assert.strictEqual(total([{ net: 3, count: 1 }], 'xx'), 3);
});
`;

function areaFiles(area: string): [string, string][] {
	return Array.from({ length: FILES_PER_AREA }, (_, index) => {
		const name = `${area}${index}`;
		const next = index + 1 < FILES_PER_AREA ? `${area}${index + 1}` : undefined;
		const lines = [
			"import { addTax } from '../tax.js';",
			...(next === undefined ? [] : [`import { ${next}Total } from './${next}.js';`]),
			'',
			`export function ${name}Total(prices: readonly number[]): number {`,
			'\tconst taxed = prices.map(price => addTax(price));',
			...(next === undefined ? [] : [`\tconst rest = ${next}Total(prices.slice(1));`]),
			`\treturn taxed.reduce((sum, price) => sum + price, ${next === undefined ? '0' : 'rest'});`,
			'}',
			'',
			...(index % 2 === 0
				? [
						`export class ${area}Item${index} {`,
						'\tconstructor(readonly net: number) {}',
						'',
						'\tprice(): number {',
						'\t\treturn addTax(this.net);',
						'\t}',
						'}',
						'',
					]
				: [`export const ${name}Shipping = addTax(${index});`, '']),
		];
		return [`src/${area}/${name}.ts`, lines.join('\n')];
	});
}

function writeDatabase(file: string): void {
	const database = new DatabaseSync(file);
	database.exec(`
create table customers (id integer primary key, name text not null, email text unique, country text not null default 'de');
create table products (id integer primary key, title text not null, net real not null check (net >= 0), stock integer not null default 0);
create table orders (id integer primary key, customer_id integer not null references customers(id), placed_at text not null, total real not null);
create table order_lines (order_id integer not null references orders(id) on delete cascade, product_id integer not null references products(id), count integer not null, primary key (order_id, product_id));
create table payments (id integer primary key, order_id integer not null references orders(id), amount real not null, paid_at text);
create index payments_by_order on payments (order_id);
insert into customers (name, email, country) values ('Ada', 'ada@example.org', 'de'), ('Grace', 'grace@example.org', 'fr'), ('Linus', null, 'de');
insert into products (title, net, stock) values ('Tea', 4, 10), ('Cup', 9, 0);
insert into orders (customer_id, placed_at, total) values (1, '2026-01-02', 17), (2, '2026-01-03', 4), (2, '2026-02-01', 9), (3, '2026-02-02', 40);
insert into order_lines values (1, 1, 2), (1, 2, 1), (2, 1, 1), (3, 2, 1), (4, 1, 10);
insert into payments (order_id, amount, paid_at) values (1, 17, '2026-01-03'), (2, 4, null);
`);
	database.close();
}
