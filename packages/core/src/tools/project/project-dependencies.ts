import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { ProjectModule, ProjectReading } from '../../ports/projects.ts';
import { plural } from '../../text/plural.ts';

export const projectDependencies = defineTool({
	name: 'project_dependencies',
	title: 'Dependencies of the project',
	searchHint: 'dependencies versions packages libraries lock file',
	description:
		'Lists the dependencies that the manifests declare, with the version asked for and the version that the lock file fixes.',
	whenToUse: 'Use it to learn which libraries and versions code may use, before reading manifests by hand.',
	effect: 'reads',
	needs: ['projects'],
	narrowBy: ['module', 'query', 'limit'],

	example: {},

	input: z.strictObject({
		module: z.string().min(1).optional().describe('Only of this module: its name, folder or manifest.'),
		query: z.string().min(1).max(200).optional().describe('Only dependencies with this in their name.'),
		limit: z.int().positive().max(2000).default(200).describe('Dependencies in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Dependencies to skip, to page.'),
	}),

	output: z.object({
		total: z.int(),
		modules: z.array(
			z.object({
				name: z.string(),
				manifest: z.string(),
				dependencies: z.array(
					z.object({
						name: z.string(),
						declared: z.string().optional(),
						locked: z.string().optional(),
						use: z.string(),
						module: z.string().optional().describe('Manifest, where it is a module of this project.'),
					}),
				),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ module: wanted, query, limit, offset }, { projects }, { signal, budget }) {
		const chosen = choose(await projects.read(signal), wanted);
		const rows = chosen.flatMap(module =>
			module.dependencies
				.filter(({ name }) => query === undefined || name.toLowerCase().includes(query.toLowerCase()))
				.map(dependency => ({ module, dependency })),
		);
		const shown = takeWhileFits(
			rows.slice(offset, offset + limit),
			budget - 500,
			({ dependency }) => JSON.stringify(dependency).length + 10,
		);
		const next = offset + shown.length;
		const modules = [...new Set(shown.map(row => row.module))];
		return {
			total: rows.length,
			modules: modules.map(module => ({
				name: module.name,
				manifest: module.manifest,
				dependencies: shown.filter(row => row.module === module).map(row => row.dependency),
			})),
			...(next < rows.length && { nextOffset: next }),
		};
	},

	render({ total, modules, nextOffset }) {
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const lines = modules.flatMap(({ name, manifest, dependencies }) => [
			`${name} (${manifest})`,
			...dependencies.map(({ name: library, declared, locked, use }) => {
				const versions = [declared, locked && `locked ${locked}`, use !== 'runtime' && use].filter(Boolean);
				return `  ${library}  ${versions.join(', ')}`;
			}),
		]);
		return [
			[total === 0 ? 'No dependencies.' : plural(total, 'dependency', 'dependencies'), ...lines, ...more].join('\n'),
		];
	},
});

function choose({ modules, unreadable }: ProjectReading, wanted: string | undefined): readonly ProjectModule[] {
	if (wanted === undefined) {
		return modules;
	}
	const folder = wanted.replace(/^\.\//, '').replace(/\/$/, '') || '.';
	const chosen = modules.filter(({ name, path, manifest }) => [name, path, manifest].includes(folder));
	if (chosen.length === 0) {
		const names = modules.map(({ name }) => name);
		const broken = unreadable.map(({ path }) => path);
		const doubt = broken.length === 0 ? '' : ` These manifests cannot be read: ${broken.slice(0, 5).join(', ')}.`;
		throw new ToolError('E_INVALID_PARAMS', `The project has no module "${wanted}".${doubt}`, {
			hint: 'Call project_modules for their names.',
			details: { modules: names.slice(0, 50) },
		});
	}
	return chosen;
}
