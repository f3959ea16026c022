import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';
import { COMPONENT_OPTIONS, typeScriptLibrary } from './typescript.ts';

/** Scripts whose functions and classes are used in the scripts and templates of components; Vue is among the installed packages. */
export const vueProject = (packages: string): ProjectTemplate => ({
	symbols: eightSymbols(camelCase),
	library: typeScriptLibrary,
	part: (part, used, mentioned) =>
		new Map([
			[
				`src/parts/${part}.vue`,
				[
					'<script setup lang="ts">',
					`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					...used.map(({ name }) => `import { «${name}» } from '../lib/${name}';`),
					'',
					`const ${part} = 'not a use of ${mentioned.name}';`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function' ? [`const by${name} = «${name}»(1);`] : [`const by${name} = new «${name}»().value;`],
					),
					'</script>',
					'',
					'<template>',
					`\t<!-- ${mentioned.name} is not used here either. -->`,
					`\t<p>{{ ${part} }} and ${mentioned.name}, as text</p>`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`\t<p :title="String(«${name}»(2))">{{ by${name} }}</p>`, `\t<p>{{ «${name}»(by${name}) }}</p>`]
							: [`\t<p>{{ new «${name}»().value + by${name} }}</p>`],
					),
					'</template>',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`src/strangers/stranger${index}.vue`,
				`<script setup lang="ts">\nfunction «+${name}#2»(text: string): string {\n\treturn text;\n}\n</script>\n\n<template>\n\t<p>{{ «${name}#2»('label') }}</p>\n</template>\n`,
			],
		]),
	/** Every other one has its mistake in the template. */
	broken: index =>
		new Map([
			[
				`src/broken/broken${index}.vue`,
				index % 2 === 0
					? `<script setup lang="ts">\nconst broken: number = 'text';«error»\n</script>\n\n<template>\n\t<p>{{ broken }}</p>\n</template>\n`
					: `<script setup lang="ts">\nconst sound = 1;\n</script>\n\n<template>\n\t<p>{{ sound + nobody${index} }}</p>«error»\n</template>\n`,
			],
		]),
	manifests: () =>
		new Map([
			[
				'tsconfig.json',
				JSON.stringify({
					compilerOptions: COMPONENT_OPTIONS,
					include: ['src'],
				}),
			],
		]),
	links: { node_modules: packages },
});
