import { EFFECTS, type Effect } from '@hawser/core/contract/effects.ts';
import type { Thing } from '@hawser/core/contract/names.ts';
import { THINGS } from '@hawser/core/contract/names.ts';
import { CHAT_TOOL_PREFIX, UNLISTED_TAG } from './names.ts';

/** A tool as the manifest describes it: all that the chat needs before the first call, without loading the tools. */
export interface ContributedTool {
	/** The name that agents use, without the prefix of the manifest. */
	name: string;
	title: string;
	thing: Thing;
	effect: Effect;
	listed: boolean;
}

export function contributedTools(packageJson: unknown): readonly ContributedTool[] {
	const tools = property(property(packageJson, 'contributes'), 'languageModelTools');
	return Array.isArray(tools) ? tools.flatMap(readTool) : [];
}

function readTool(value: unknown): ContributedTool[] {
	const name = property(value, 'name');
	const title = property(value, 'displayName');
	const tags = property(value, 'tags');
	if (typeof name !== 'string' || typeof title !== 'string' || !Array.isArray(tags)) {
		return [];
	}
	const own = name.slice(CHAT_TOOL_PREFIX.length);
	const thing = THINGS.find(word => own.startsWith(`${word}_`));
	// A tool without a known effect is treated as the most dangerous kind.
	const effect = EFFECTS.find(word => tags.includes(word)) ?? 'runs';
	return thing === undefined ? [] : [{ name: own, title, thing, effect, listed: !tags.includes(UNLISTED_TAG) }];
}

function property(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
