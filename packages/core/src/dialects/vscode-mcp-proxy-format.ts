import type { DialectFormat, Tell } from '../contract/dialect-format.ts';

const setting: Tell = ({ key, value }, { input }) => ({ value: { key, value, scope: input['scope'] ?? 'workspace' } });

/** The words of VSCode MCP Proxy: JSON for settings, both names of a file that was moved, else our texts, and failures that begin as its do. */
export const vscodeMcpProxyFormat: DialectFormat = {
	server: { name: 'vscode-refactoring-tools', version: '1.0.0' },
	requiresProjectRoot: false,
	absolutePaths: false,
	answers: {
		rename_file: (_, { input: { oldUri, newUri }, text }) => ({
			value: `Renamed ${String(oldUri)} to ${String(newUri)}.\n${text}`,
		}),
		get_setting: setting,
		set_setting: ({ key }, { input: { value, scope = 'workspace' } }) => ({
			value: { key, value, scope, success: true },
		}),
	},
	failure: ({ code, message, hint }) =>
		`${code === 'E_INVALID_PARAMS' ? 'Validation error' : 'Error'}: ${message} ${hint}`.trimEnd(),
};
