import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';

/** Namespaces; names are written in full, because servers differ in whether an import is a use. */
export const PHP_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(camelCase),
	library: ({ name, kind, index }) =>
		new Map([
			[
				`src/Lib/${name}.php`,
				kind === 'function'
					? `<?php\n\nnamespace Shop\\Lib;\n\n/** Here it is. */\nfunction «+${name}»(int $value): int\n{\n    return $value + ${index};\n}\n`
					: `<?php\n\nnamespace Shop\\Lib;\n\n/** Here it is. */\nclass «+${name}»\n{\n    public int $value = ${index};\n}\n`,
			],
		]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`src/Parts/${part}.php`,
				[
					'<?php',
					'',
					'namespace Shop\\Parts;',
					'',
					`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					`function ${part}(int $value): string`,
					'{',
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`    $value = \\Shop\\Lib\\«${name}»($value);`, `    $value += \\Shop\\Lib\\«${name}»(1);`]
							: [`    $value += (new \\Shop\\Lib\\«${name}»())->value;`],
					),
					`    return 'not a use of ${mentioned.name}' . $value;`,
					'}',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, kind, index }) =>
		new Map([
			[
				`src/Strangers/stranger${index}.php`,
				kind === 'function'
					? `<?php\n\nnamespace Shop\\Strangers;\n\nfunction «+${name}#2»(string $text): string\n{\n    return $text;\n}\n\necho \\Shop\\Strangers\\«${name}#2»('label');\n`
					: `<?php\n\nnamespace Shop\\Strangers;\n\nclass «+${name}#2»\n{\n}\n\n$made = new \\Shop\\Strangers\\«${name}#2»();\n`,
			],
		]),
	broken: index =>
		new Map([
			[
				`src/Broken/broken${index}.php`,
				`<?php\n\nnamespace Shop\\Broken;\n\nfunction broken${index}(): int\n{\n    return \\Shop\\Lib\\nobody${index}();«error»\n}\n`,
			],
		]),
};
