import { posix } from 'node:path';
import { parseDatabaseUrl } from './connection-url.ts';
import { readEnvFiles } from './env-file.ts';
import { engineNamed } from './found-database.ts';
import type { Source } from './source.ts';

const SCHEMAS = ['prisma/schema.prisma', 'schema.prisma', 'prisma/schema/schema.prisma', 'src/prisma/schema.prisma'];
const CONFIGS = ['prisma.config.ts', 'prisma.config.js', 'prisma.config.mjs', '.config/prisma.ts'];

/** `datasource` of `schema.prisma`, or from version 7 on of `prisma.config.ts`: an environment variable or a literal URL. */
export const prisma: Source = ({ files, env }) => {
	const path = SCHEMAS.find(candidate => files.exists(candidate));
	const config = CONFIGS.find(candidate => files.exists(candidate));
	if (path === undefined && config === undefined) {
		return [];
	}
	const block = datasource(files.read(path ?? '') ?? '');
	const provider = /^[ \t]*provider[ \t]*=[ \t]*"([^"\n]+)"/m.exec(block)?.[1];
	const inSchema = /^[ \t]*url[ \t]*=[ \t]*(?:env\([ \t]*"([^"\n]+)"[ \t]*\)|"([^"\n]+)")/m.exec(block);
	const inConfig = config === undefined ? null : configUrl(files.read(config) ?? '');
	const source = inSchema ? path : config;
	const [variable, literal] = [inSchema?.[1] ?? inConfig?.[1], inSchema?.[2] ?? inConfig?.[2]];
	if (source === undefined || (variable === undefined && literal === undefined)) {
		return [];
	}
	// Prisma also reads an .env file beside the schema.
	const beside = readEnvFiles(files, posix.dirname(path ?? 'prisma/x'));
	const url = literal ?? env.env.get(variable ?? '') ?? beside.env.get(variable ?? '');
	const where = variable === undefined ? source : `${source}: ${variable}`;
	const address = url === undefined ? undefined : parseDatabaseUrl(url);
	if (!address) {
		const problem =
			url === undefined
				? `No .env file of the project sets ${variable ?? ''}.`
				: 'The URL is of an engine that Hawser does not know.';
		return [{ engine: engineNamed(provider) ?? 'postgres', name: 'prisma', source: where, problem }];
	}
	// Up to version 6 a file is relative to the schema's folder.
	const folder = inSchema && path !== undefined ? posix.dirname(path) : '.';
	const file =
		address.file === undefined || posix.isAbsolute(address.file) ? address.file : posix.join(folder, address.file);
	return [{ ...address, ...(file !== undefined && { file }), name: 'prisma', source: where }];
};

/** Gives the text between the braces of the first data source. */
function datasource(schema: string): string {
	const start = /^datasource[ \t]+\w+[ \t]*\{/m.exec(schema);
	const open = start ? start.index + start[0].length : -1;
	const close = schema.indexOf('}', open);
	return start && close !== -1 ? schema.slice(open, close) : '';
}

function configUrl(text: string): RegExpExecArray | null {
	return /\burl\s*:\s*(?:(?:env\(\s*["']|process\.env\.|process\.env\[["'])(\w+)|["'`]([^"'`$]+)["'`])/.exec(text);
}
