import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandTitles } from '../../src/settings/manifest-titles.ts';

const EXTENSION = join(import.meta.dirname, '../..');

function read(file: string): object {
	return JSON.parse(readFileSync(join(EXTENSION, file), 'utf8')) as object;
}

function textsIn(value: unknown): readonly string[] {
	return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);
}

test('every key in the manifest has its text, and every text its key', () => {
	const keys = textsIn(read('package.json')).flatMap(text => /^%(.+)%$/.exec(text)?.[1] ?? []);
	expect(keys.length).toBeGreaterThan(100);
	expect([...keys].sort()).toEqual(Object.keys(read('package.nls.json')).sort());
});

test('users read nothing of the manifest that cannot be translated', () => {
	const readByUsers = ['title', 'description', 'markdownDescription', 'userDescription', 'contents', 'altText'];
	const { contributes } = read('package.json') as { contributes: Record<string, unknown> };
	const { languageModelTools, configuration, ...others } = contributes;
	const shown = (value: unknown): readonly string[] =>
		typeof value === 'object' && value !== null
			? Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
					typeof inner === 'string' ? (readByUsers.includes(name) ? [inner] : []) : shown(inner),
				)
			: [];
	const tools = (languageModelTools as { displayName: string; userDescription: string }[]).flatMap(
		({ displayName, userDescription }) => [displayName, userDescription],
	);
	const texts = [...shown([others, configuration]), ...tools].filter(text => text !== 'Hawser');
	expect(texts.filter(text => !text.startsWith('%'))).toEqual([]);
});

test('models read English, whatever the language of the user', () => {
	const { contributes } = read('package.json') as { contributes: { languageModelTools: object[] } };
	const forModels = contributes.languageModelTools.flatMap(tool => {
		const { modelDescription, inputSchema } = tool as Record<string, unknown>;
		return textsIn([modelDescription, inputSchema]);
	});
	expect(forModels.filter(text => /^%.*%$/.test(text))).toEqual([]);
});

test('the title of a command is found in English and translated', () => {
	const commands = [
		{ command: 'hawser.start', title: 'Start Server' },
		{ command: 'hawser.stop', title: { value: 'Server anhalten', original: 'Stop Server' } },
	];
	expect([...commandTitles({ contributes: { commands } })]).toEqual([
		['hawser.start', 'Start Server'],
		['hawser.stop', 'Server anhalten'],
	]);
	expect([...commandTitles(undefined)]).toEqual([]);
});
