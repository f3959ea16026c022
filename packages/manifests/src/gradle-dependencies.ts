import { isRecord, recordOf } from '@hawser/core/data/plain-data.ts';
import { parse as parseToml } from 'smol-toml';
import { withoutSlashComments } from './comments.ts';
import { at, textAt } from './values.ts';

export interface GradleDependency {
	/** group:name, or the path of a project such as ":core". */
	name: string;
	version?: string | undefined;
	configuration: string;
	project: boolean;
}

/** Entries of a Gradle version catalog by their accessor in build files, such as `libs.junit.api`. */
export type VersionCatalog = ReadonlyMap<string, { name: string; version?: string | undefined }>;

const CONFIGURATION = String.raw`\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]ompile|[rR]untime|annotationProcessor|AnnotationProcessor|kapt|ksp|classpath|developmentOnly))\b`;
const WRAPPED = String.raw`(?:(?:platform|enforcedPlatform|kotlin)\s*\(\s*)?`;

/** Dependencies that a build script states plainly. It is a program, and what it computes is not run. */
export function readGradleDependencies(script: string, catalog: VersionCatalog): GradleDependency[] {
	const text = withoutSlashComments(script);
	const start = String.raw`${CONFIGURATION}\s*(?:\(\s*)?${WRAPPED}`;
	const plain = [...text.matchAll(new RegExp(`${start}["']([^"'\\n]+)["']`, 'g'))].flatMap(
		([whole, configuration = '', notation = '']) => {
			// In two steps: one expression for both would go through a long line once for each of its letters.
			const [, group = '', name = '', version] = /^([\w.-]+):([\w.-]+)(?::([^@]+))?/.exec(notation) ?? [];
			return name === '' ? [] : [[whole, configuration, group, name, version] as const];
		},
	);
	const named = [
		...text.matchAll(
			new RegExp(
				`${start}group\\s*[:=]\\s*["']([^"']+)["']\\s*,\\s*name\\s*[:=]\\s*["']([^"']+)["'](?:\\s*,\\s*version\\s*[:=]\\s*["']([^"']+)["'])?`,
				'g',
			),
		),
	];
	const projects = [
		...text.matchAll(new RegExp(`${start}project\\s*\\(\\s*(?:path\\s*[:=]\\s*)?["']([^"']+)["']`, 'g')),
	];
	const accessors = [...text.matchAll(new RegExp(`${start}(\\w+(?:\\.\\w+)+)`, 'g'))];
	return [
		...[...plain, ...named].map(([, configuration = '', group = '', name = '', version]) => ({
			name: `${group}:${name}`,
			version,
			configuration,
			project: false,
		})),
		...projects.map(([, configuration = '', name = '']) => ({ name, configuration, project: true })),
		...accessors.flatMap(([, configuration = '', accessor = '']) => {
			const known = catalog.get(accessor);
			return known ? [{ ...known, configuration, project: false }] : [];
		}),
	];
}

/** gradle/libs.versions.toml */
export function readVersionCatalog(text: string, catalogName: string): VersionCatalog {
	const document: unknown = parseToml(text);
	const versions = recordOf(at(document, 'versions'));
	const versionOf = (value: unknown): string | undefined => {
		if (typeof value === 'string') {
			return value;
		}
		const reference = textAt(value, 'ref');
		if (reference !== undefined) {
			return versionOf(versions[reference]);
		}
		return isRecord(value)
			? (textAt(value, 'strictly') ?? textAt(value, 'require') ?? textAt(value, 'prefer'))
			: undefined;
	};
	return new Map(
		Object.entries(recordOf(at(document, 'libraries'))).map(([alias, library]) => {
			const accessor = `${catalogName}.${alias.replaceAll(/[-_]/g, '.')}`;
			if (typeof library === 'string') {
				const [group = '', name = '', version] = library.split(':');
				return [accessor, { name: `${group}:${name}`, version }];
			}
			const name = textAt(library, 'module') ?? `${textAt(library, 'group') ?? ''}:${textAt(library, 'name') ?? ''}`;
			return [accessor, { name, version: versionOf(at(library, 'version')) }];
		}),
	);
}
