import { z } from 'zod';
import { renderVariable, session, toSession, toVariable } from '../../answers/run-answer.ts';
import { defineTool } from '../../contract/tool.ts';
import type { Scope, Variable } from '../../ports/debugger.ts';
import { frameId, sessionId, threadId } from './shared-parameters.ts';
import { growTree, type TreeNode } from './variable-tree.ts';

const CHILDREN_PER_NODE = 50;
const VALUE_LENGTH = 150;

export const debugListVariables = defineTool({
	name: 'debug_list_variables',
	title: 'List variables',
	searchHint: 'value of variable variables locals at runtime inspect debugger',
	description:
		'Lists the variables of a frame as a tree, to a depth, nearest levels first, as far as the answer has room.',
	whenToUse: 'Use it to see the state at a stop; go on below a value with debug_get_variable.',
	effect: 'reads',
	needs: ['debugger'],
	requires: ['debug_start'],
	timeout: 60_000,
	narrowBy: ['scope', 'maxDepth'],

	example: { scope: 'local' },
	input: z.strictObject({
		frameId,
		sessionId,
		threadId,
		scope: z
			.enum(['local', 'closure', 'global', 'all'])
			.default('all')
			.describe('all leaves out scopes that are large, such as globals.'),
		maxDepth: z.int().nonnegative().max(10).default(3).describe('Levels below the variables themselves.'),
	}),
	output: z.object({
		session,
		frameId: z.int(),
		shown: z.int(),
		variables: z
			.array(
				z.object({
					level: z.int().describe('0 for scopes; a row belongs to the nearest row before it with a smaller level.'),
					name: z.string(),
					value: z.string().optional(),
					type: z.string().optional(),
					variablesReference: z.int().optional(),
					children: z.int().optional(),
					more: z.literal(true).optional().describe('Has children that are not shown.'),
					cycle: z.literal(true).optional().describe('The same object stands further up.'),
				}),
			)
			.describe('The tree.'),
		truncated: z.literal(true).optional().describe('Some children are not shown: the rows with more.'),
	}),

	async run({ scope, maxDepth, ...target }, ports, { signal, budget }) {
		const answer = await ports.debugger.scopes(target, signal);
		const scopes = chooseScopes(answer.scopes, scope);
		const roots = scopes.map(
			({ name, reference, named, indexed }): Variable => ({
				name,
				value: '',
				reference,
				...(named !== undefined && { named }),
				...(indexed !== undefined && { indexed }),
			}),
		);
		const sizeOf = (variable: Variable, level: number) => JSON.stringify(toRow(variable, level)).length + 16;
		const limits = { depth: maxDepth + 1, childrenPerNode: CHILDREN_PER_NODE, budget: budget - 600, sizeOf };
		const { nodes, count } = await growTree(roots, ports.debugger, limits, signal);
		const variables = flatten(nodes, 0);
		return {
			session: toSession(answer.session),
			frameId: answer.frameId,
			shown: count - nodes.length,
			variables,
			...(variables.some(({ more }) => more) && { truncated: true as const }),
		};
	},

	render({ variables, truncated }) {
		const rows = variables.map(({ level, more, cycle, value, ...rest }) => {
			const text = level === 0 ? rest.name : renderVariable({ ...rest, value: value ?? '' });
			return `${'  '.repeat(level)}${text}${cycle ? ' (see above)' : ''}${more ? ' …' : ''}`;
		});
		const note = truncated ? ['(… has more: debug_get_variable with the number in brackets.)'] : [];
		return [[...(rows.length === 0 ? ['No variables.'] : rows), ...note].join('\n')];
	},
});

/** At the top of a module there are no locals; what is declared there is what is meant. */
function chooseScopes(scopes: readonly Scope[], wanted: Scope['kind'] | 'all'): readonly Scope[] {
	const chosen = scopes.filter(({ kind, expensive }) => (wanted === 'all' ? !expensive : kind === wanted));
	return chosen.length > 0 || wanted !== 'local' ? chosen : scopes.slice(0, 1);
}

function toRow(variable: Variable, level: number) {
	const { value, ...rest } = toVariable(variable, VALUE_LENGTH);
	return { level, ...rest, ...(level > 0 && { value }) };
}

function flatten(
	nodes: readonly TreeNode[],
	level: number,
): (ReturnType<typeof toRow> & { more?: true; cycle?: true })[] {
	return nodes.flatMap(({ variable, children, more, cycle }) => [
		{ ...toRow(variable, level), ...(more && { more: true as const }), ...(cycle && { cycle: true as const }) },
		...flatten(children, level + 1),
	]);
}
