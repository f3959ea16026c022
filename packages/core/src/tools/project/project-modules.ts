import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

export const projectModules = defineTool({
	name: 'project_modules',
	title: 'Modules of the project',
	searchHint: 'packages monorepo modules workspaces structure',
	description:
		'Lists the modules of the project from its manifests (npm, pnpm, yarn, Maven, Gradle, Cargo, Go, Python, .NET, Composer, Bundler), and which module needs which. Runs none of the project’s code.',
	whenToUse: 'Call it first in an unknown project, to see how it is divided.',
	effect: 'reads',
	needs: ['projects'],
	narrowBy: ['limit'],

	example: {},

	input: z.strictObject({
		limit: z.int().positive().max(1000).default(100).describe('Modules in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Modules to skip, to page.'),
	}),

	output: z.object({
		total: z.int(),
		systems: z.array(z.string()),
		modules: z.array(
			z.object({
				name: z.string(),
				version: z.string().optional(),
				system: z.string(),
				path: z.string(),
				manifest: z.string(),
				partOf: z.string().optional().describe('Manifest of its workspace, parent or solution.'),
				needs: z.array(z.string()).optional().describe('Modules of this project that it depends on.'),
				dependencies: z.int().describe('How many, those included.'),
			}),
		),
		unreadable: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ limit, offset }, { projects }, { signal, budget }) {
		const { modules, unreadable } = await projects.read(signal);
		const nameOf = new Map(modules.map(({ manifest, name }) => [manifest, name]));
		const rows = modules.slice(offset, offset + limit).map(({ dependencies, ...module }) => {
			const needs = dependencies.flatMap(({ module: target }) => nameOf.get(target ?? '') ?? []);
			return { ...module, ...(needs.length > 0 && { needs: [...new Set(needs)] }), dependencies: dependencies.length };
		});
		const shown = takeWhileFits(rows, budget - 500, row => JSON.stringify(row).length + 1);
		const next = offset + shown.length;
		return {
			total: modules.length,
			systems: [...new Set(modules.map(({ system }) => system))],
			modules: [...shown],
			...(unreadable.length > 0 && { unreadable: unreadable.slice(0, 10) }),
			...(next < modules.length && { nextOffset: next }),
		};
	},

	render({ total, modules, unreadable = [], nextOffset }) {
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const lines = modules.map(({ name, version, system, manifest, needs, dependencies }) => {
			const uses = needs ? `; needs ${needs.join(', ')}` : '';
			return `${name}${version ? ` ${version}` : ''}  ${manifest}  (${system}, ${plural(dependencies, 'dependency', 'dependencies')}${uses})`;
		});
		return [
			[
				total === 0 ? 'No manifest of a known build system.' : plural(total, 'module'),
				...lines,
				...unreadable.map(({ path, reason }) => `Unreadable: ${path}: ${reason}`),
				...more,
			].join('\n'),
		];
	},
});
