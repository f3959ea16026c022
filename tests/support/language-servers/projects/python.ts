import { eightSymbols, type ProjectTemplate, snakeCase } from './project-template.ts';

/** Packages below `shop`, which import each other by their full names. */
export const PYTHON_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(snakeCase),
	library: ({ name, kind, index }) =>
		new Map([
			['shop/__init__.py', ''],
			['shop/lib/__init__.py', ''],
			['shop/parts/__init__.py', ''],
			[
				`shop/lib/module_${index}.py`,
				kind === 'function'
					? `"""Here is ${name}."""\n\n\ndef «+${name}»(value: int) -> int:\n    return value + ${index}\n`
					: `"""Here is ${name}."""\n\n\nclass «+${name}»:\n    def __init__(self, value: int) -> None:\n        self.value = value\n`,
			],
		]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`shop/parts/${part}.py`,
				[
					`# The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					...used.map(({ name, index }) => `from shop.lib.module_${index} import «${name}»`),
					'',
					`NOTE = "not a use of ${mentioned.name}"`,
					'',
					'',
					`def ${part}(value: int) -> int:`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`    value = «${name}»(value)`, `    value += «${name}»(1)`]
							: [`    value += «${name}»(value).value`],
					),
					'    return value',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, kind, index }) =>
		new Map([
			[
				`shop/strangers/stranger_${index}.py`,
				kind === 'function'
					? `def «+${name}#2»(text: str) -> str:\n    return text\n\n\nLABEL = «${name}#2»("label")\n`
					: `class «+${name}#2»:\n    pass\n\n\nLABEL = «${name}#2»()\n`,
			],
		]),
	broken: index =>
		new Map([
			[
				`shop/broken/broken_${index}.py`,
				`def broken_${index}() -> int:\n    return "${index}"«error»\n\n\nRESULT: int = broken_${index}()\n`,
			],
		]),
};
