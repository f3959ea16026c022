import type { ProjectTemplate } from './project-template.ts';
import { TYPESCRIPT_PROJECT } from './typescript.ts';

/** Components that use what TypeScript files declare: the server reads both, and half of each file is a template. */
export function componentProject(ending: '.vue' | '.svelte'): ProjectTemplate {
	const script = ending === '.vue' ? '<script setup lang="ts">' : '<script lang="ts">';
	const [open, close] = ending === '.vue' ? ['<template><p>', '</p></template>'] : ['<p>', '</p>'];
	const [shown, end] = ending === '.vue' ? ['{{ ', ' }}'] : ['{', '}'];
	return {
		...TYPESCRIPT_PROJECT,
		part: (part, used, mentioned) =>
			new Map([
				[
					`src/parts/${part}${ending}`,
					[
						script,
						`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
						...used.map(({ name }) => `import { «${name}» } from '../lib/${name}';`),
						'let value = 1;',
						...used.map(({ name, kind }) =>
							kind === 'function' ? `value += «${name}»(value);` : `value += new «${name}»().value;`,
						),
						'</script>',
						'',
						`${open}Not a use of ${mentioned.name}: ${shown}value${end}${close}`,
						...(ending === '.svelte'
							? used.filter(({ kind }) => kind === 'function').map(({ name }) => `<p>{«${name}»(1)}</p>`)
							: []),
						'',
					].join('\n'),
				],
			]),
		broken: index =>
			new Map([
				[
					`src/broken/Broken${index}${ending}`,
					`${script}\nconst broken${index}: number = 'text';«error»\n</script>\n\n${open}${shown}broken${index}${end}${close}\n`,
				],
			]),
	};
}
