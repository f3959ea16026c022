/** What `vscode` is in every unit test: an editor in English. A test that needs more of it adds that with `vi.mock`, to this. */

type Values = readonly (string | number | boolean)[];

export const env = { language: 'en' };

export const l10n = {
	bundle: undefined,
	t(text: string | { message: string; args?: Values }, ...values: Values): string {
		const { message, args = values } = typeof text === 'string' ? { message: text } : text;
		return message.replaceAll(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
	},
};
