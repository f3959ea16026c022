import { ToolError } from '../../errors/tool-error.ts';

interface TextEdit {
	oldText: string;
	newText: string;
}

const START = /^<{5,} SEARCH>?\s*$/;
const MIDDLE = /^={5,}(?: DIVIDER ={5,})?\s*$/;
const END = /^>{5,} REPLACE\s*$/;

/** The blocks of AgentLink's `apply_diff`: the text to find, a divider, the text to put there. */
export function readSearchBlocks(diff: string): readonly TextEdit[] {
	const edits: TextEdit[] = [];
	let old: string[] | undefined;
	let fresh: string[] | undefined;
	for (const line of diff.split('\n')) {
		if (START.test(line) && old === undefined) {
			old = [];
		} else if (MIDDLE.test(line) && old !== undefined && fresh === undefined) {
			fresh = [];
		} else if (END.test(line) && old !== undefined && fresh !== undefined) {
			edits.push({ oldText: old.join('\n'), newText: fresh.join('\n') });
			old = undefined;
			fresh = undefined;
		} else {
			(fresh ?? old)?.push(line);
		}
	}
	if (old !== undefined || edits.length === 0) {
		throw new ToolError('E_INVALID_PARAMS', 'The argument "diff" has no whole block.', {
			hint: 'A block is: <<<<<<< SEARCH, the old lines, ======= DIVIDER =======, the new lines, >>>>>>> REPLACE.',
		});
	}
	return edits;
}
