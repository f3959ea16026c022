import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';

/** For components, whose own packages are not checked. */
export const COMPONENT_OPTIONS = {
	strict: true,
	target: 'esnext',
	module: 'esnext',
	moduleResolution: 'bundler',
	types: [],
	noEmit: true,
	skipLibCheck: true,
};

/** One script for each symbol. */
export const typeScriptLibrary: ProjectTemplate['library'] = ({ name, kind, index }) =>
	new Map([
		[
			`src/lib/${name}.ts`,
			kind === 'function'
				? `/** Here it is. */\nexport function «+${name}»(value: number): number {\n\treturn value + ${index};\n}\n`
				: `/** Here it is. */\nexport class «+${name}» {\n\tvalue = ${index};\n}\n`,
		],
	]);

export const TYPESCRIPT_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(camelCase),
	library: typeScriptLibrary,
	part: (part, used, mentioned) =>
		new Map([
			[
				`src/parts/${part}.ts`,
				[
					`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					...used.map(({ name }) => `import { «${name}» } from '../lib/${name}';`),
					'',
					`export const note = 'not a use of ${mentioned.name}';`,
					'',
					`export function ${part}(value: number): number {`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`\tvalue = «${name}»(value);`, `\tvalue += «${name}»(1);`]
							: [`\tvalue += new «${name}»().value;`],
					),
					'\treturn value;',
					'}',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`src/strangers/stranger${index}.ts`,
				`function «+${name}#2»(text: string): string {\n\treturn text;\n}\n\nexport const label = «${name}#2»('label');\n`,
			],
		]),
	broken: index =>
		new Map([[`src/broken/broken${index}.ts`, `export const broken${index}: number = 'text';«error»\n`]]),
	manifests: () =>
		new Map([
			[
				'tsconfig.json',
				JSON.stringify({
					compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', types: [], noEmit: true },
					include: ['src'],
				}),
			],
		]),
};
