/** An ordinary client of a language server: it starts the server when a file of its language is opened, and nothing else. */
const { commands, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const server = require('./server.json');

let client;

exports.activate = async context => {
	const options = { env: { ...process.env, ...server.env } };
	const args = withStorage(server.args, context);
	// A transport would add --stdio to the arguments of a program, which clangd and gopls do not know.
	const run = server.module
		? { module: server.module, args, transport: TransportKind[server.transport], options }
		: { command: server.command, args, options };
	client = new LanguageClient(server.id, server.title, run, {
		documentSelector: server.languages.map(language => ({ scheme: 'file', language })),
		initializationOptions: withStorage(server.initializationOptions ?? {}, context),
		synchronize: {
			configurationSection: server.configurationSections,
			fileEvents: server.watchedFiles.map(pattern => workspace.createFileSystemWatcher(pattern)),
		},
		middleware: server.configuration ? { workspace: { configuration: answerConfiguration } } : {},
	});
	if (server.typescriptPlugin) {
		client.onNotification('tsserver/request', askTypeScript);
	}
	await client.start();
};

/** A server that leaves types to the editor's own TypeScript asks it through its client. */
async function askTypeScript([id, command, args]) {
	const options = { isAsync: true, lowPriority: true };
	const answer = await commands.executeCommand('typescript.tsserverRequest', command, args, options).then(
		({ body }) => body,
		() => undefined,
	);
	await client.sendNotification('tsserver/response', [id, answer]);
}

exports.deactivate = () => client?.stop();

/** Some servers want a folder for their index, and some of these one that no other window has. */
function withStorage(options, { globalStorageUri, storageUri }) {
	const folders = { storage: globalStorageUri.fsPath, workspaceStorage: storageUri?.fsPath };
	return JSON.parse(JSON.stringify(options), (_key, value) =>
		typeof value === 'string' ? value.replaceAll(/\$\{(\w+)\}/g, (whole, name) => folders[name] ?? whole) : value,
	);
}

/** Some clients do not send the user's settings but an object of their own. */
function answerConfiguration({ items }) {
	return items.map(({ scopeUri }) => {
		const [folder] = workspace.workspaceFolders ?? [];
		return { ...server.configuration, workspaceFolder: { name: folder?.name, uri: folder?.uri.toString() }, scopeUri };
	});
}
