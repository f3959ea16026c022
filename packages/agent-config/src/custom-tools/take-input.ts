import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Parameter } from './parameters.ts';

/** Arguments under the names that the tool knows them by. */
export function nameArguments(
	parameters: readonly Parameter[],
	input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const named: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(input)) {
		const { name = key } = parameters.find(({ aliases }) => aliases.includes(key)) ?? {};
		if (name !== key && input[name] !== undefined) {
			throw new ToolError('E_INVALID_PARAMS', `"${key}" and "${name}" are the same argument; give one of them.`);
		}
		named[name] = value;
	}
	return named;
}

/** The input that the script gets: with defaults, and with paths in the form that it asks for. */
export function completeArguments(
	parameters: readonly Parameter[],
	input: Readonly<Record<string, unknown>>,
	folder: string,
): Record<string, unknown> {
	const complete = { ...input };
	for (const { name, default: fallback, resolve: form } of parameters) {
		const value = complete[name] ?? fallback;
		if (value !== undefined) {
			complete[name] = form !== undefined && typeof value === 'string' ? placePath(value, form, folder) : value;
		}
	}
	return complete;
}

function placePath(path: string, form: NonNullable<Parameter['resolve']>, folder: string): string {
	const absolute = resolve(folder, path.startsWith('file:') ? fromUri(path) : path);
	const inFolder = relative(folder, absolute);
	if (inFolder === '..' || inFolder.startsWith(`..${sep}`) || isAbsolute(inFolder)) {
		throw new ToolError('E_OUTSIDE_WORKSPACE', `${path} lies outside ${folder}.`);
	}
	return form === 'workspace-relative' ? inFolder.split(sep).join('/') || '.' : absolute;
}

function fromUri(uri: string): string {
	try {
		return fileURLToPath(uri);
	} catch (cause) {
		throw new ToolError('E_INVALID_PATH', `${uri} is not the address of a file.`, { cause });
	}
}
