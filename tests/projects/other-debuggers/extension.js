const vscode = require('vscode');

exports.activate = context => {
	const adapters = {
		debugpy: () =>
			new vscode.DebugAdapterExecutable(process.env.HAWSER_TEST_PYTHON, ['-m', 'debugpy.adapter'], {
				env: { PYTHONPATH: process.env.HAWSER_TEST_DEBUGPY },
			}),
		gone: () => new vscode.DebugAdapterExecutable('/nowhere/adapter'),
		mute: () =>
			new vscode.DebugAdapterInlineImplementation({
				onDidSendMessage: new vscode.EventEmitter().event,
				handleMessage() {},
				dispose() {},
			}),
	};
	for (const [type, createDebugAdapterDescriptor] of Object.entries(adapters)) {
		context.subscriptions.push(
			vscode.debug.registerDebugAdapterDescriptorFactory(type, { createDebugAdapterDescriptor }),
		);
	}
};
