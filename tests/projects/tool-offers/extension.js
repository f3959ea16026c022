// Tools as another extension would offer them to the chat.
const vscode = require('vscode');

const answer = text => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);

exports.activate = context => {
	const seen = { waiting: 0, cancelled: 0, confirmed: 0 };
	const tools = {
		offer_greet: { invoke: ({ input }) => answer(`Hello ${input.who}`) },
		offer_confirm: {
			prepareInvocation: () => ({ confirmationMessages: { title: 'Really?', message: 'This one asks first.' } }),
			invoke: () => answer(`confirmed ${++seen.confirmed}`),
		},
		offer_fail: {
			invoke() {
				throw new Error('No luck today');
			},
		},
		offer_wait: {
			invoke: (_options, token) =>
				new Promise((_resolve, reject) => {
					seen.waiting++;
					token.onCancellationRequested(() => {
						seen.cancelled++;
						reject(new vscode.CancellationError());
					});
				}),
		},
		private_notes: { invoke: () => answer('secret') },
	};
	context.subscriptions.push(
		...Object.entries(tools).map(([name, tool]) => vscode.lm.registerTool(name, tool)),
		vscode.commands.registerCommand('toolOffers.seen', () => seen),
	);
};
