import { isAbsolute, relative, sep } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseSummary, Databases } from '@hawser/core/ports/database.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { realPathOr } from '@hawser/node/real-path.ts';

export interface Project {
	/** The window's name for the folder. */
	name: string;
	folder: string;
	databases(): Promise<Databases>;
}

interface Entry {
	project: Project;
	summary: DatabaseSummary;
	/** The name in its project; `summary` has the one in the window. */
	ownName: string;
}

/**
 * The databases of all projects of a window. A name that two of them have gets the folder's name before it; which is the
 * default is said by the project that a call names, or by the only one that has a default.
 */
export function createSeveralProjects(projects: () => readonly Project[]): Databases {
	const open = (): readonly [Project, ...Project[]] => {
		const [first, ...others] = projects();
		if (!first) {
			throw new ToolError('E_NO_WORKSPACE', 'The window has no folder open, so there is no project with a database.');
		}
		return [first, ...others];
	};

	const entriesFor = async (signal: Cancellation, path: string | undefined): Promise<readonly Entry[]> => {
		const all = open();
		const lists = await Promise.all(all.map(async project => (await project.databases()).list(signal)));
		const own = lists.flatMap((list, index) => list.map(summary => ({ project: all[index] ?? all[0], summary })));
		const named = withUniqueNames(own);
		const meant = path === undefined ? undefined : projectAround(all, path);
		const chosen = meant ? named.filter(({ project }) => project === meant) : named;
		const defaults = chosen.filter(({ summary }) => summary.isDefault);
		return defaults.length === 1
			? chosen
			: chosen.map(entry => ({ ...entry, summary: { ...entry.summary, isDefault: false } }));
	};

	const choose = async (name: string | undefined, signal: Cancellation, path: string | undefined) => {
		const [only, ...others] = open();
		if (others.length === 0) {
			return { databases: await only.databases(), ownName: name, shown: undefined };
		}
		const { project, summary, ownName } = pick(await entriesFor(signal, path), name);
		return { databases: await project.databases(), ownName, shown: { database: summary.name } };
	};

	return {
		async list(signal, path) {
			return (await entriesFor(signal, path)).map(({ summary }) => summary);
		},
		async tables(name, signal, path) {
			const { databases, ownName, shown } = await choose(name, signal, path);
			return { ...(await databases.tables(ownName, signal)), ...shown };
		},
		async schema(name, table, signal, path) {
			const { databases, ownName, shown } = await choose(name, signal, path);
			return { ...(await databases.schema(ownName, table, signal)), ...shown };
		},
		async query(question, signal, path) {
			const { databases, ownName, shown } = await choose(question.database, signal, path);
			return { ...(await databases.query({ ...question, database: ownName }, signal)), ...shown };
		},
		async execute(question, caller, path) {
			const { databases, ownName, shown } = await choose(question.database, caller.signal, path);
			return { ...(await databases.execute({ ...question, database: ownName }, caller)), ...shown };
		},
		async explain(question, signal, path) {
			const { databases, ownName, shown } = await choose(question.database, signal, path);
			return { ...(await databases.explain({ ...question, database: ownName }, signal)), ...shown };
		},
	};
}

function pick(entries: readonly Entry[], name: string | undefined): Entry {
	if (entries.length === 0) {
		throw new ToolError('E_NO_DATABASE', 'No file of this project names a database, and no SQLite file was found.');
	}
	if (name === undefined) {
		const chosen = entries.find(({ summary }) => summary.isDefault);
		if (!chosen) {
			const candidates = entries.map(({ summary }) => ({ name: summary.name, target: summary.target }));
			const names = summarize(candidates.map(candidate => candidate.name));
			throw new ToolError('E_DATABASE_AMBIGUOUS', `The window has several databases: ${names}.`, {
				hint: 'Name one with database, or the folder with projectRoot.',
				details: { candidates },
			});
		}
		return chosen;
	}
	const wanted = name.toLowerCase();
	const called = (entry: Entry) => [entry.summary.name, `${entry.project.name}/${entry.ownName}`, entry.ownName];
	const matching = entries.filter(entry => called(entry).some(known => known.toLowerCase() === wanted));
	const exact = matching.find(({ summary }) => summary.name.toLowerCase() === wanted);
	const found = exact ?? (matching.length === 1 ? matching[0] : undefined);
	if (found) {
		return found;
	}
	const names = (matching.length > 0 ? matching : entries).map(({ summary }) => summary.name);
	const nearest = nearestName(name, names);
	throw new ToolError('E_DATABASE_NOT_FOUND', `There is no database "${name}" in this window.`, {
		hint: nearest === undefined ? `The databases are: ${names.join(', ')}.` : `Did you mean ${nearest}?`,
	});
}

function withUniqueNames(own: readonly Pick<Entry, 'project' | 'summary'>[]): readonly Entry[] {
	const names = new Set<string>();
	const projectsWith = (name: string) =>
		new Set(
			own.filter(({ summary }) => summary.name.toLowerCase() === name.toLowerCase()).map(({ project }) => project),
		);
	return own.map(({ project, summary }) => {
		const wanted = projectsWith(summary.name).size > 1 ? `${project.name}/${summary.name}` : summary.name;
		let name = wanted;
		for (let number = 2; names.has(name.toLowerCase()); number++) {
			name = `${wanted}-${number}`;
		}
		names.add(name.toLowerCase());
		return { project, summary: { ...summary, name }, ownName: summary.name };
	});
}

/** The project whose folder the path lies in; the innermost of several. */
function projectAround(projects: readonly Project[], path: string): Project | undefined {
	const place = realPathOr(path);
	const around = projects.filter(({ folder }) => {
		const inside = relative(realPathOr(folder), place);
		return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
	});
	return around.toSorted((left, right) => realPathOr(right.folder).length - realPathOr(left.folder).length)[0];
}
