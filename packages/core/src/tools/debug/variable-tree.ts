import type { Debugger, Variable } from '../../ports/debugger.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';

/** A row of the tree, with the rows below it. */
export interface TreeNode {
	variable: Variable;
	children: TreeNode[];
	/** Children exist that are not shown: it is too deep, too many, or the budget is used up. */
	more: boolean;
	/** The same object stands further up. */
	cycle: boolean;
}

export interface TreeLimits {
	depth: number;
	childrenPerNode: number;
	/** Characters of all rows together. */
	budget: number;
	sizeOf: (variable: Variable, level: number) => number;
}

/** Names that languages put beside the data of a program: looking into them costs the room that the data needs. */
const MACHINERY_NAME = /^(\[\[.*\]\]|__proto__|special variables|function variables|class variables)$/;
const MACHINERY_TYPE = /^(function|class|type|module|method|builtin_function_or_method|global|Window)$/i;

function isCode({ type = '', value }: Variable): boolean {
	return MACHINERY_TYPE.test(type) || /^(ƒ|class )/.test(value);
}

/** As many requests at once as an adapter works off without the answers of the first waiting for the last. */
const AT_ONCE = 32;

/**
 * Grows the tree level by level, so that what lies near the top is complete before the budget goes into depths. All
 * requests of a level run side by side: one after the other, a large tree would take seconds.
 */
export async function growTree(
	roots: readonly Variable[],
	{ variables }: Pick<Debugger, 'variables'>,
	{ depth, childrenPerNode, budget, sizeOf }: TreeLimits,
	signal: Cancellation,
): Promise<{ nodes: readonly TreeNode[]; count: number }> {
	let left = budget;
	let count = 0;
	const seen = new Set<string>();
	const toNode = (variable: Variable, level: number): TreeNode | undefined => {
		const size = sizeOf(variable, level);
		if (size > left && count > 0) {
			left = 0;
			return undefined;
		}
		left -= size;
		count++;
		const { identity, reference } = variable;
		const keys = [
			identity === undefined ? [] : `memory ${identity}`,
			reference === undefined ? [] : `reference ${reference}`,
		].flat();
		const cycle = keys.some(key => seen.has(key));
		keys.forEach(key => seen.add(key));
		return { variable, children: [], more: reference !== undefined && !cycle, cycle };
	};

	const nodes = roots.flatMap(variable => toNode(variable, 0) ?? []);
	let level = nodes;
	for (let number = 1; number <= depth && level.length > 0 && left > 0; number++) {
		const open = level.filter(
			({ variable, cycle }) =>
				variable.reference !== undefined && !cycle && variable.lazy !== true && !isCode(variable),
		);
		const next: TreeNode[] = [];
		for (let start = 0; start < open.length && left > 0; start += AT_ONCE) {
			const batch = open.slice(start, start + AT_ONCE);
			const lists = await Promise.all(
				batch.map(node => childrenOf(node.variable, childrenPerNode + 1, variables, signal)),
			);
			batch.forEach((node, index) => {
				const all = (lists[index] ?? []).filter(({ name }) => !MACHINERY_NAME.test(name));
				node.children = all.slice(0, childrenPerNode).flatMap(child => (left > 0 ? (toNode(child, number) ?? []) : []));
				node.more = node.children.length < all.length;
				next.push(...node.children);
			});
		}
		level = next;
	}
	return { nodes, count };
}

/** Large arrays are asked for their first elements only; adapters without paging give everything. */
async function childrenOf(
	{ reference = 0, indexed = 0, named = 0 }: Variable,
	count: number,
	variables: Debugger['variables'],
	signal: Cancellation,
): Promise<readonly Variable[]> {
	if (indexed <= count) {
		return variables(reference, {}, signal);
	}
	const [elements, properties] = await Promise.all([
		variables(reference, { filter: 'indexed', start: 0, count }, signal),
		named > 0 ? variables(reference, { filter: 'named' }, signal) : [],
	]);
	return [...properties.slice(0, count), ...elements];
}
