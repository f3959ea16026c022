import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';
import { COMPONENT_OPTIONS } from './typescript.ts';

/** Components whose module scripts declare what others use in their scripts and markup; Svelte is among the installed packages. */
export const svelteProject = (packages: string): ProjectTemplate => ({
	symbols: eightSymbols(camelCase),
	library: ({ name, kind, index }) =>
		new Map([
			[
				`src/lib/${name}.svelte`,
				[
					'<script module lang="ts">',
					...(kind === 'function'
						? [`\texport function «+${name}»(value: number): number {`, `\t\treturn value + ${index};`, '\t}']
						: [`\texport class «+${name}» {`, `\t\tvalue = ${index};`, '\t}']),
					'</script>',
					'',
				].join('\n'),
			],
		]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`src/parts/${part}.svelte`,
				[
					'<script lang="ts">',
					`\t// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					...used.map(({ name }) => `\timport { «${name}» } from '../lib/${name}.svelte';`),
					`\tconst ${part} = 'not a use of ${mentioned.name}';`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`\tconst by${name} = «${name}»(1);`]
							: [`\tconst by${name} = new «${name}»().value;`],
					),
					'</script>',
					'',
					`<!-- ${mentioned.name} is not used here either. -->`,
					`<p>{${part}} and ${mentioned.name}, as text</p>`,
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`<p title={String(«${name}»(2))}>{by${name}}</p>`, `<p>{«${name}»(by${name})}</p>`]
							: [`<p>{new «${name}»().value + by${name}}</p>`],
					),
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`src/strangers/stranger${index}.svelte`,
				`<script lang="ts">\n\tfunction «+${name}#2»(text: string): string {\n\t\treturn text;\n\t}\n</script>\n\n<p>{«${name}#2»('label')}</p>\n`,
			],
		]),
	/** Every other one has its mistake in the markup. */
	broken: index =>
		new Map([
			[
				`src/broken/broken${index}.svelte`,
				index % 2 === 0
					? `<script lang="ts">\n\tconst broken: number = 'text';«error»\n</script>\n\n<p>{broken}</p>\n`
					: `<script lang="ts">\n\tconst sound = 1;\n</script>\n\n<p>{sound + nobody${index}}</p>«error»\n`,
			],
		]),
	manifests: () =>
		new Map([
			[
				'tsconfig.json',
				JSON.stringify({
					compilerOptions: { ...COMPONENT_OPTIONS, verbatimModuleSyntax: true },
					include: ['src'],
				}),
			],
		]),
	links: { node_modules: packages },
});
