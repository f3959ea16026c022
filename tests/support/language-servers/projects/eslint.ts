import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';

/** Plain scripts, and a configuration with one rule. */
export const ESLINT_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(camelCase),
	library: ({ name, index }) =>
		new Map([[`lib/${name}.js`, `export function ${name}(value) {\n\treturn value + ${index};\n}\n`]]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`parts/${part}.js`,
				[
					...used.map(({ name }) => `import { ${name} } from '../lib/${name}.js';`),
					`export const ${part} = ['${mentioned.name}'${used.map(({ name }) => `, ${name}(1)`).join('')}];`,
					'',
				].join('\n'),
			],
		]),
	broken: index => new Map([[`broken/broken${index}.js`, `export const broken${index} = 1;\ndebugger;«error»\n`]]),
	manifests: () =>
		new Map([
			['package.json', '{ "private": true, "type": "module" }\n'],
			['eslint.config.js', "export default [{ rules: { 'no-debugger': 'error' } }];\n"],
		]),
};
