/**
 * Three languages whose servers nobody would want. `slowlang` takes 40 s for each answer, which is whole. `latelang` is as slow,
 * and needs 40 s to start, in which it answers nothing. `growlang` answers at once, with one file more each time it is asked, as a
 * server does that is still reading the project.
 */
const vscode = require('vscode');

const SLOW_MS = Number(process.env.HAWSER_SLOW_PROVIDER_MS ?? 40_000);

exports.activate = context => {
	let known = 1;
	const sleep = () => new Promise(resolve => setTimeout(resolve, SLOW_MS));
	const slowly = async files => {
		await sleep();
		return files;
	};
	register(context, 'slowlang', '**/*.slow', slowly);
	register(context, 'latelang', '**/*.late', slowly, sleep());
	register(context, 'growlang', '**/*.grow', async files => files.slice(0, known++));
};

function register(context, language, glob, answer, started = Promise.resolve()) {
	const references = async (document, position) => {
		const word = document.getText(document.getWordRangeAtPosition(position));
		const found = await vscode.workspace.findFiles(glob);
		const files = await answer(found.sort((left, right) => (left.path < right.path ? -1 : 1)));
		return (await Promise.all(files.map(file => usesIn(file, word)))).flat();
	};
	context.subscriptions.push(
		vscode.languages.registerDocumentSymbolProvider(language, {
			async provideDocumentSymbols(document) {
				await started;
				return symbolsOf(document);
			},
		}),
		vscode.languages.registerDefinitionProvider(language, {
			provideDefinition: async (document, position) => {
				await started;
				const word = document.getText(document.getWordRangeAtPosition(position));
				const [declared] = await usesIn(vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, `a${glob.slice(4)}`), word);
				return declared;
			},
		}),
		vscode.languages.registerReferenceProvider(language, { provideReferences: references }),
		vscode.languages.registerRenameProvider(language, {
			async provideRenameEdits(document, position, newName) {
				const edit = new vscode.WorkspaceEdit();
				for (const { uri, range } of await references(document, position)) {
					edit.replace(uri, range, newName);
				}
				return edit;
			},
		}),
	);
}

async function usesIn(uri, word) {
	const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
	return text.split('\n').flatMap((line, index) =>
		[...line.matchAll(new RegExp(`\\b${word}\\b`, 'g'))].map(
			({ index: at }) => new vscode.Location(uri, new vscode.Range(index, at, index, at + word.length)),
		),
	);
}

function symbolsOf(document) {
	return document
		.getText()
		.split('\n')
		.flatMap((line, index) => {
			const [, name] = /^declare (\w+)/.exec(line) ?? [];
			const range = new vscode.Range(index, 8, index, 8 + (name?.length ?? 0));
			return name ? [new vscode.DocumentSymbol(name, '', vscode.SymbolKind.Function, range, range)] : [];
		});
}
