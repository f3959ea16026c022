import { z } from 'zod';
import { renderVariable, toVariable, variable } from '../../answers/run-answer.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Debugger } from '../../ports/debugger.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { frameId, sessionId, threadId } from './shared-parameters.ts';

export const debugSetVariable = defineTool({
	name: 'debug_set_variable',
	title: 'Set a variable',
	searchHint: 'change value of variable at runtime debugger',
	description: 'Changes a variable of the stopped program.',
	whenToUse: 'Use it to try what happens with another value, without changing code.',
	effect: 'runs',
	needs: ['debugger'],
	requires: ['debug_start'],

	example: { name: 'sum', value: '100' },
	input: z.strictObject({
		name: z.string().min(1).describe('Name of the variable or field.'),
		value: z.string().describe("New value as an expression of the language, such as 42, 'text' or null."),
		variablesReference: z
			.int()
			.optional()
			.describe('Scope or object that has it; the innermost scope with the name unless given.'),
		frameId,
		sessionId,
		threadId,
	}),
	output: z.object({ previous: z.string(), variable }),

	async run({ name, value, variablesReference, ...target }, ports, { signal }) {
		const holder =
			variablesReference === undefined
				? await findHolder(name, ports.debugger, target, signal)
				: await holderAt(variablesReference, name, ports.debugger, signal);
		const changed = await ports.debugger.setVariable(holder.reference, name, value, signal);
		return { previous: holder.previous.slice(0, 500), variable: toVariable(changed, 500) };
	},

	render: ({ previous, variable }) => [`${renderVariable(variable)}  (was ${previous})`],
});

interface Holder {
	reference: number;
	previous: string;
}

/** The innermost scope that has the variable, as the language itself would find it. */
async function findHolder(
	name: string,
	port: Debugger,
	target: Parameters<Debugger['scopes']>[0],
	signal: Call['signal'],
): Promise<Holder> {
	const { scopes } = await port.scopes(target, signal);
	const names: string[] = [];
	for (const { reference, expensive } of scopes) {
		const variables = expensive ? [] : await port.variables(reference, {}, signal);
		const found = variables.find(candidate => candidate.name === name);
		if (found) {
			return { reference, previous: found.value };
		}
		names.push(...variables.map(candidate => candidate.name));
	}
	throw notFound(name, names);
}

async function holderAt(reference: number, name: string, port: Debugger, signal: Call['signal']): Promise<Holder> {
	const variables = await port.variables(reference, {}, signal);
	const found = variables.find(candidate => candidate.name === name);
	if (!found) {
		throw notFound(
			name,
			variables.map(candidate => candidate.name),
		);
	}
	return { reference, previous: found.value };
}

function notFound(name: string, names: readonly string[]): ToolError {
	const near = nearestName(name, names);
	return new ToolError('E_VARIABLE_NOT_FOUND', `There is no variable "${name}" here.`, {
		...(near !== undefined && { hint: `Did you mean ${near}? debug_list_variables shows the names.` }),
		details: { names: names.slice(0, 100) },
	});
}
