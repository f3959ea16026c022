import { capital, eightSymbols, type ProjectTemplate } from './project-template.ts';

const pascalCase = (words: readonly string[]) => words.map(capital).join('');

/** One module with several packages. */
export const GO_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(pascalCase),
	library: ({ name, kind, index }) =>
		new Map([
			[
				`lib/file${index}.go`,
				kind === 'function'
					? `package lib\n\nfunc «+${name}»(value int) int {\n\treturn value + ${index}\n}\n`
					: `package lib\n\ntype «+${name}» struct {\n\tValue int\n}\n`,
			],
		]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`parts/${part}.go`,
				[
					'package parts',
					'',
					...(used.length > 0 ? ['import "example.org/shop/lib"', ''] : []),
					`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					`func ${capital(part)}(value int) (int, string) {`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`\tvalue = lib.«${name}»(value)`, `\tvalue += lib.«${name}»(1)`]
							: [`\tvalue += lib.«${name}»{Value: 1}.Value`],
					),
					`\treturn value, "not a use of ${mentioned.name}"`,
					'}',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`strangers/stranger${index}.go`,
				`package strangers\n\nfunc «+${name}#2»(text string) string {\n\treturn text\n}\n\nvar Label${index} = «${name}#2»("label")\n`,
			],
		]),
	broken: index =>
		new Map([
			[`broken/broken${index}.go`, `package broken\n\nfunc Broken${index}() int {\n\treturn "${index}"«error»\n}\n`],
		]),
	manifests: () => new Map([['go.mod', 'module example.org/shop\n\ngo 1.21\n']]),
};
