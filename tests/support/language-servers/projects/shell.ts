import { eightSymbols, type ProjectTemplate, snakeCase } from './project-template.ts';

/** Functions in scripts that source each other. The server goes by names alone, so nothing else has the same name. */
export const SHELL_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(snakeCase, snakeCase).map(symbol => ({ ...symbol, kind: 'function' })),
	library: ({ name, index }) =>
		new Map([[`lib/${name}.sh`, `#!/bin/bash\n\n«+${name}»() {\n  echo "$(($1 + ${index}))"\n}\n`]]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`parts/${part}.sh`,
				[
					'#!/bin/bash',
					`# The word ${mentioned.name} is only mentioned here.`,
					...used.map(({ name }) => `source ../lib/${name}.sh`),
					'',
					`${part}() {`,
					`  echo "not a use of ${mentioned.name}"`,
					...used.flatMap(({ name }) => [`  «${name}» 1`, `  «${name}» 2`]),
					'}',
					'',
				].join('\n'),
			],
		]),
	broken: index =>
		new Map([
			[`broken/broken${index}.sh`, `#!/bin/bash\n\nbroken${index}() {\n  if true; then«error»\n    echo 1\n}\n`],
		]),
};
