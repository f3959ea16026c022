import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomTool } from '@hawser/agent-config/custom-tools/tool-folder.ts';
import { ToolError } from '@hawser/core/contract/errors.ts';
import { nameSome } from '@hawser/core/contract/name-some.ts';
import { plural } from '@hawser/core/contract/plural.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import { jsonMapFile } from '@hawser/link/json-map-file.ts';
import type { PersonAsker } from '../editor/ask-person.ts';
import { createSharedQuestions } from '../editor/shared-questions.ts';

/** What the person has allowed the tools of a folder, kept on this machine and never in the project. */
interface Allowed {
	/** Of the tools as they were when the person said yes. */
	hashes: readonly string[];
	/** The person wants to hear of no change. */
	laterChanges: boolean;
}

export interface Permissions {
	/**
	 * Returns when the person allows the tool, now or before; E_DENIED when not. `present` are all tools of its folder: one
	 * answer is for all of them.
	 */
	require(tool: CustomTool, present: readonly CustomTool[], person: PersonAsker, signal: Cancellation): Promise<void>;
}

/** Less than the minute after which many clients give a call up. */
export const PATIENCE = 50_000;
const NAMED = 4;

const ANSWERS = { now: 'Allow them as they are now', always: 'Allow later changes too', deny: 'Deny' };

export function createPermissions(home: string): Permissions {
	const file = jsonMapFile(join(home, 'custom-tools.json'), isAllowed);
	const questions = createSharedQuestions<keyof typeof ANSWERS | undefined>();

	const isSettled = ({ folder, hash }: CustomTool) => {
		const allowed = file.read().get(realpathSync(folder));
		return allowed !== undefined && (allowed.laterChanges || allowed.hashes.includes(hash));
	};

	return {
		async require(tool, present, person, signal) {
			if (isSettled(tool)) {
				return;
			}
			const { folder } = tool;
			const known = file.read().has(realpathSync(folder));
			const put = (shared: Cancellation) =>
				person.ask(question(tool, present, known), ANSWERS, { milliseconds: PATIENCE, signal: shared });
			const hashes = present.map(({ hash }) => hash).sort();
			const key = JSON.stringify([folder, hashes]);
			const answer = await questions.ask(key, put, { milliseconds: PATIENCE, signal });
			if (answer !== 'now' && answer !== 'always') {
				const why = answer === 'deny' ? 'The person does not allow it' : `Nobody answered within ${PATIENCE / 1000} s`;
				throw new ToolError('E_DENIED', `${why}: run ${tool.name}, a tool that this project defines.`, {
					details: { answered: answer === 'deny' },
				});
			}
			await file.change(map => {
				map.set(realpathSync(folder), { hashes, laterChanges: answer === 'always' });
				return true;
			});
		},
	};
}

function question(tool: CustomTool, present: readonly CustomTool[], known: boolean): string {
	const names = present.map(({ name }) => name);
	const change = known ? ', which has changed since you allowed it' : '';
	const all = `${plural(names.length, 'tool')} in .hawser/tools: ${nameSome(names, NAMED)}`;
	return `An agent wants to run ${tool.name}${change}. This project defines ${all}. They are programs and can do all that you can.`;
}

function isAllowed(value: unknown): value is Allowed {
	return (
		typeof value === 'object' &&
		value !== null &&
		'hashes' in value &&
		Array.isArray(value.hashes) &&
		'laterChanges' in value &&
		typeof value.laterChanges === 'boolean'
	);
}
