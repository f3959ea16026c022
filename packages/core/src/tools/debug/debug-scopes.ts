import { z } from 'zod';
import { session, toSession } from '../../answers/run-answer.ts';
import { defineTool } from '../../contract/tool.ts';
import { frameId, sessionId, threadId } from './shared-parameters.ts';

export const debugScopes = defineTool({
	name: 'debug_scopes',
	title: 'Scopes of a frame',
	searchHint: 'scopes locals closure globals debugger',
	description: 'Lists the scopes of a frame (locals, closures, globals), each with the reference to its variables.',
	whenToUse: 'Use it to look into one scope with debug_get_variable; debug_list_variables shows them all at once.',
	effect: 'reads',
	needs: ['debugger'],
	requires: ['debug_start'],

	example: {},
	input: z.strictObject({ frameId, sessionId, threadId }),
	output: z.object({
		session,
		frameId: z.int(),
		scopes: z.array(
			z.object({
				name: z.string(),
				kind: z.enum(['local', 'closure', 'global', 'other']),
				variablesReference: z.int(),
				expensive: z.boolean(),
				variables: z.int().optional(),
			}),
		),
	}),
	async run(target, ports, { signal }) {
		const { session, frameId, scopes } = await ports.debugger.scopes(target, signal);
		return {
			session: toSession(session),
			frameId,
			scopes: scopes.slice(0, 50).map(({ name, kind, reference, expensive, named = 0, indexed = 0 }) => ({
				name,
				kind,
				variablesReference: reference,
				expensive,
				...(named + indexed > 0 && { variables: named + indexed }),
			})),
		};
	},
	render: ({ frameId, scopes }) => [
		[
			`Frame ${frameId}: ${scopes.length} scopes`,
			...scopes.map(
				({ name, kind, variablesReference, expensive }) =>
					`[${variablesReference}]  ${name} (${kind}${expensive ? ', large' : ''})`,
			),
		].join('\n'),
	],
});
