import { camelCase, eightSymbols, type ProjectTemplate } from './project-template.ts';

/** Files on their own: the server knows nothing across files, but whether each can be read. */
export const YAML_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(camelCase),
	library: ({ name }) => new Map([[`lib/${name}.yaml`, `# Here it is.\n${name}:\n  - 1\n  - 2\n`]]),
	part: (part, used, mentioned) =>
		new Map([
			[`parts/${part}.yaml`, [`${part}: "${mentioned.name}"`, ...used.map(({ name }) => `${name}: 1`), ''].join('\n')],
		]),
	broken: index => new Map([[`broken/broken${index}.yaml`, `first: 1\nlist: [1, 2\nsecond: 2«error»\n`]]),
};
