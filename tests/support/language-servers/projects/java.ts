import { camelCase, capital, eightSymbols, type ProjectTemplate } from './project-template.ts';

const SOURCES = 'src/shop';

/**
 * A project of Eclipse, because one of Maven or Gradle would want to download plugins before it is known. Classes lie in others:
 * a class at the top gives its file the name, and a rename of it would move the file.
 */
export const JAVA_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(camelCase),
	library: ({ name, kind, index }) =>
		new Map([
			[
				`${SOURCES}/lib/Module${index}.java`,
				[
					'package shop.lib;',
					'',
					`public class Module${index} {`,
					...(kind === 'function'
						? [`\tpublic static int «+${name}»(int value) {`, `\t\treturn value + ${index};`, '\t}']
						: [`\tpublic static class «+${name}» {`, `\t\tpublic int value = ${index};`, '\t}']),
					'}',
					'',
				].join('\n'),
			],
		]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`${SOURCES}/parts/${capital(part)}.java`,
				[
					'package shop.parts;',
					'',
					...used.map(({ name, kind, index }) =>
						kind === 'function' ? `import shop.lib.Module${index};` : `import shop.lib.Module${index}.«${name}»;`,
					),
					'',
					`/* The word ${mentioned.name} is only mentioned here: ${mentioned.name}(). */`,
					`public class ${capital(part)} {`,
					`\tpublic static final String NOTE = "not a use of ${mentioned.name}";`,
					'',
					'\tpublic static int run(int value) {',
					...used.flatMap(({ name, kind, index }) =>
						kind === 'function'
							? [`\t\tvalue = Module${index}.«${name}»(value);`, `\t\tvalue += Module${index}.«${name}»(1);`]
							: [`\t\tvalue += new «${name}»().value;`],
					),
					'\t\treturn value;',
					'\t}',
					'}',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`${SOURCES}/strangers/Stranger${index}.java`,
				[
					'package shop.strangers;',
					'',
					`public class Stranger${index} {`,
					`\tstatic String «+${name}#2»(String text) {`,
					'\t\treturn text;',
					'\t}',
					'',
					`\tpublic static final String LABEL = «${name}#2»("label");`,
					'}',
					'',
				].join('\n'),
			],
		]),
	heir: ({ name, index: module }, index) =>
		new Map([
			[
				`${SOURCES}/heirs/${name}Heir${index}.java`,
				`package shop.heirs;\n\npublic class ${name}Heir${index} extends shop.lib.Module${module}.«${name}» {\n\tpublic int more = ${index};\n}\n`,
			],
		]),
	broken: index =>
		new Map([
			[
				`${SOURCES}/broken/Broken${index}.java`,
				`package shop.broken;\n\npublic class Broken${index} {\n\tpublic static int VALUE = "${index}";«error»\n}\n`,
			],
		]),
	manifests: () =>
		new Map([
			[
				'.project',
				xml(
					'projectDescription',
					'<name>shop</name>',
					'<buildSpec><buildCommand><name>org.eclipse.jdt.core.javabuilder</name></buildCommand></buildSpec>',
					'<natures><nature>org.eclipse.jdt.core.javanature</nature></natures>',
				),
			],
			[
				'.classpath',
				xml(
					'classpath',
					'<classpathentry kind="src" path="src"/>',
					'<classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER"/>',
					'<classpathentry kind="output" path="bin"/>',
				),
			],
		]),
};

function xml(root: string, ...children: readonly string[]): string {
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<${root}>`,
		...children.map(child => `\t${child}`),
		`</${root}>`,
		'',
	].join('\n');
}
