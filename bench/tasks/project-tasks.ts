import { execFileSync } from 'node:child_process';
import { ROUNDING } from './project.ts';
import type { Place, Task } from './task.ts';

const SPENT = 'select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id';

/** Databases, history, tests, settings, and what only the editor knows. */
export const projectTasks: readonly Task[] = [
	{
		name: 'an answer from five tables of SQLite',
		async hawser({ call }) {
			await call('database_schema');
			const query = `${SPENT} left join payments p on p.order_id = o.id where p.paid_at is null group by c.id order by spent desc`;
			return (await call('database_query', { query })).includes('Linus\t40');
		},
		async shell({ call }) {
			await call('sqlite "select sql from sqlite_master"');
			const text = await call(
				`sqlite "${SPENT} left join payments p on p.order_id = o.id where p.paid_at is null group by c.id order by spent desc"`,
			);
			return text.includes('Linus|40');
		},
	},
	{
		name: 'who wrote a line, and why',
		async hawser({ call }) {
			const text = await call('git_blame', { path: 'src/tax.ts', startLine: 3, endLine: 3 });
			return text.includes('Grace') && text.includes(ROUNDING);
		},
		async shell({ call }) {
			const blamed = await call('git blame -L 3,3 src/tax.ts');
			const text = await call(`git show --no-patch ${blamed.split(' ')[0] ?? ''}`);
			return text.includes('Grace') && text.includes(ROUNDING);
		},
	},
	{
		name: "a failing test's cause",
		async hawser({ call }) {
			const text = await call('test_run', { command: true });
			return text.includes('a country without a rate') && text.includes('NaN');
		},
		async shell({ call }) {
			const text = await call('npm test');
			return text.includes('a country without a rate') && text.includes('NaN');
		},
	},
	{
		name: 'resolve a conflict',
		prepare: makeConflict,
		async hawser({ call }, { read, folder }) {
			await call('git_conflicts');
			await call('git_resolve', { path: 'src/ledger.ts', pieces: [{ piece: 1, take: 'both' }] });
			return isResolved(read('src/ledger.ts'), folder);
		},
		async shell({ call }, { read, folder }) {
			await call('git diff');
			await call("sed -i '/^<<<<<<<\\|^=======\\|^>>>>>>>/d' src/ledger.ts; git add src/ledger.ts");
			return isResolved(read('src/ledger.ts'), folder);
		},
	},
	{
		name: 'change a setting of the workspace',
		async hawser({ call }, { read }) {
			await call('setting_set', { key: 'editor.tabSize', value: 4 });
			return read('.vscode/settings.json').includes('"editor.tabSize": 4');
		},
		async shell({ call }, { read }) {
			await call('cat .vscode/settings.json');
			await call('sed -i \'s/"editor.tabSize": 8/"editor.tabSize": 4/\' .vscode/settings.json');
			return read('.vscode/settings.json').includes('"editor.tabSize": 4');
		},
	},
	{
		name: 'a column is there: which code must know it',
		async hawser({ call }) {
			await call('database_schema', { table: 'orders' });
			return (await call('symbol_references', { symbol: 'Order' })).includes('readOrder');
		},
		async shell({ call }) {
			await call('sqlite "select sql from sqlite_master where tbl_name = \'orders\'"');
			return (await call('grep -rnw "Order\\|orders\\|customer_id" src')).includes('readOrder');
		},
	},
	{
		name: 'what the user looks at, not saved yet',
		async prepare({ window, folder }) {
			await window.evaluate(
				`
				const uri = vscode.Uri.file(args.file);
				const editor = await vscode.window.showTextDocument(uri, { preview: false });
				await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// unsaved thought\\n'));
				editor.selection = new vscode.Selection(0, 0, 0, 18);
			`,
				{ file: `${folder}/src/cart.ts` },
			);
		},
		async hawser({ call }) {
			const text = await call('editor_context');
			return text.includes('src/cart.ts (unsaved)') && text.includes('// unsaved thought');
		},
		async shell({ call }) {
			// A shell sees the disk only.
			return (await call('git status --short; grep -rn "unsaved thought" src')).includes('unsaved thought');
		},
	},
];

function makeConflict({ folder, read, write }: Place): void {
	const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
	const add = (line: string, message: string) => {
		write('src/ledger.ts', read('src/ledger.ts').replace('\tledger.addTax(1);\n', `\tledger.addTax(1);\n\t${line}\n`));
		git('commit', '--quiet', '--all', '--message', message);
	};
	git('switch', '--quiet', '--create', 'side');
	add('ledger.addTax(2);', 'Two');
	git('switch', '--quiet', 'main');
	add('ledger.addTax(3);', 'Three');
	try {
		git('merge', '--quiet', 'side');
	} catch {
		// It stops at the conflict.
	}
}

function isResolved(text: string, folder: string): boolean {
	const open = execFileSync('git', ['diff', '--name-only', '--diff-filter=U'], { cwd: folder, encoding: 'utf8' });
	return open === '' && !text.includes('<<<<<<<') && text.includes('addTax(2)') && text.includes('addTax(3)');
}
