const vm = require('node:vm');
const vscode = require('vscode');

/** Two formats of notebooks besides .ipynb, and kernels that run JavaScript for real. No kernel runs a mute book. */
exports.activate = context => {
	const formats = ['plain-book', 'mute-book'].map(type =>
		vscode.workspace.registerNotebookSerializer(type, { deserializeNotebook, serializeNotebook }),
	);
	const kernels = [
		kernel('javascript', 'jupyter-notebook', 'JavaScript'),
		kernel('plain', 'plain-book', 'Plain JavaScript'),
		kernel('hasty', 'plain-book', 'Hasty JavaScript', { returnsAtOnce: true }),
	];
	context.subscriptions.push(...formats, ...kernels);
};

/** Cells are separated by lines of the form `=== code javascript`. */
function deserializeNotebook(bytes) {
	const parts = Buffer.from(bytes).toString('utf8').split(/^=== (code|markup) (\S+)\n/m);
	const cells = [];
	for (let at = 1; at < parts.length; at += 3) {
		const kind = parts[at] === 'code' ? vscode.NotebookCellKind.Code : vscode.NotebookCellKind.Markup;
		cells.push(new vscode.NotebookCellData(kind, parts[at + 2].replace(/\n$/, ''), parts[at + 1]));
	}
	return new vscode.NotebookData(cells);
}

function serializeNotebook({ cells }) {
	const kindOf = kind => (kind === vscode.NotebookCellKind.Code ? 'code' : 'markup');
	const text = cells.map(({ kind, languageId, value }) => `=== ${kindOf(kind)} ${languageId}\n${value}\n`).join('');
	return Buffer.from(text);
}

function kernel(id, type, label, { returnsAtOnce = false } = {}) {
	const controller = vscode.notebooks.createNotebookController(id, type, label);
	const contexts = new WeakMap();
	const stops = new Set();
	let order = 0;
	let queue = Promise.resolve();
	controller.supportedLanguages = ['javascript', 'typescript'];
	controller.supportsExecutionOrder = true;
	controller.interruptHandler = () => {
		for (const stop of stops) {
			stop(new Error('Interrupted'));
		}
	};
	controller.executeHandler = (cells, notebook) => {
		const run = queue.then(() => runAll(cells, notebook));
		queue = run;
		return returnsAtOnce ? undefined : run;
	};
	return controller;

	/** As Jupyter does, nothing runs after a cell that failed. */
	async function runAll(cells, notebook) {
		for (const cell of cells) {
			if (!(await runOne(cell, notebook))) {
				return;
			}
		}
	}

	async function runOne(cell, notebook) {
		const execution = controller.createNotebookCellExecution(cell);
		execution.executionOrder = ++order;
		execution.start(Date.now());
		await execution.clearOutput();
		const interrupted = new Promise((_, reject) => stops.add(reject));
		interrupted.catch(() => undefined);
		try {
			const scope = contexts.get(notebook) ?? vm.createContext({ setTimeout });
			contexts.set(notebook, scope);
			const put = (...items) => execution.appendOutput(new vscode.NotebookCellOutput(items));
			scope.console = {
				log: (...words) => put(vscode.NotebookCellOutputItem.stdout(`${words.join(' ')}\n`)),
				error: (...words) => put(vscode.NotebookCellOutputItem.stderr(`${words.join(' ')}\n`)),
			};
			scope.picture = () =>
				put(
					new vscode.NotebookCellOutputItem(new Uint8Array(12_345), 'image/png'),
					vscode.NotebookCellOutputItem.text('<b>chart</b>', 'text/html'),
					vscode.NotebookCellOutputItem.text('a chart', 'text/plain'),
				);
			const value = await Promise.race([vm.runInContext(cell.document.getText(), scope), interrupted]);
			if (value !== undefined) {
				await put(vscode.NotebookCellOutputItem.text(JSON.stringify(value)));
			}
			execution.end(true, Date.now());
			return true;
		} catch (error) {
			await execution.appendOutput(
				new vscode.NotebookCellOutput([
					vscode.NotebookCellOutputItem.error({
						name: String(error.name),
						message: String(error.message),
						stack: `\u001b[31m${error.name}\u001b[39m: ${error.message}\n    at cell`,
					}),
				]),
			);
			execution.end(false, Date.now());
			return false;
		} finally {
			stops.clear();
		}
	}
}
