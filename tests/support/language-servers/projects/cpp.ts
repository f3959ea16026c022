import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';

/** Headers and sources without a library, so that no compiler has to be there, and the commands that compile them. */
export const CPP_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(camelCase),
	library: ({ name, kind, index }) =>
		kind === 'function'
			? new Map([
					[`lib/${name}.h`, `#pragma once\n// Here it is.\nint «+${name}»(int value);\n`],
					[`lib/${name}.cpp`, `#include "${name}.h"\n\nint «+${name}»(int value) { return value + ${index}; }\n`],
				])
			: new Map([[`lib/${name}.h`, `#pragma once\nstruct «+${name}» {\n  int value = ${index};\n};\n`]]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`parts/${part}.cpp`,
				[
					`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					...used.map(({ name }) => `#include "../lib/${name}.h"`),
					'',
					`const char *note_${part} = "not a use of ${mentioned.name}";`,
					'',
					`int ${part}(int value) {`,
					...used.flatMap(({ name, kind }, index) =>
						kind === 'function'
							? [`  value = «${name}»(value);`, `  value += «${name}»(1);`]
							: [`  «${name}» made${index};`, `  value += made${index}.value;`],
					),
					'  return value;',
					'}',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`strangers/stranger${index}.cpp`,
				`namespace stranger${index} {\nstatic const char *«+${name}#2»(const char *text) { return text; }\nconst char *label = «${name}#2»("label");\n}\n`,
			],
		]),
	heir: ({ name }, index) =>
		new Map([
			[
				`heirs/${name}${index}.cpp`,
				`#include "../lib/${name}.h"\n\nstruct ${name}Heir${index} : «${name}» {\n  int more = ${index};\n};\n`,
			],
		]),
	broken: index =>
		new Map([[`broken/broken${index}.cpp`, `int broken${index}() {\n  return nobody${index};«error»\n}\n`]]),
	manifests: (folder, sources) =>
		new Map([
			[
				'compile_commands.json',
				JSON.stringify(
					sources
						.filter(path => path.endsWith('.cpp'))
						.map(path => ({ directory: folder, file: path, arguments: ['c++', '-std=c++17', '-c', path] })),
				),
			],
		]),
};
