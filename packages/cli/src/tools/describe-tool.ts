import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { type ToolArgument, toolArguments } from '../input/json-schema.ts';
import { shellCall } from '../input/shell-call.ts';
import { alignColumns, paint, wrap } from '../terminal/terminal.ts';

const EFFECTS: Record<PublishedTool['effect'], string> = {
	reads: 'reads only',
	queries: 'reads only, also from other machines',
	shows: 'changes what you see',
	edits: 'changes files or the editor',
	steers: 'steers what runs already',
	runs: 'runs code or commands',
	lasts: 'changes what lasts: commits, settings, databases',
};

/** One tool for a user: what it does, what it takes, how to call it. */
export function describeTool(tool: PublishedTool): string {
	const known = toolArguments(tool);
	const facts = [
		EFFECTS[tool.effect],
		`at most ${tool.timeout / 1000} s`,
		...(tool.listed ? [] : [`listed to agents with --toolsets ${tool.thing}`]),
	];
	return [
		`${paint('bold', tool.name)}: ${tool.title} (${facts.join(', ')})`,
		wrap(tool.description, '  '),
		...(tool.aliases.length > 0 ? [`  Also known as ${tool.aliases.join(', ')}.`] : []),
		'',
		paint('bold', 'Arguments'),
		alignColumns(
			known.map(argument => [argument.name, typeWords(argument), remarks(argument)]),
			'  ',
		),
		'',
		...(tool.example
			? [paint('bold', 'Example'), `  ${shellCall(tool.name, tool.example)}`]
			: [paint('bold', 'Call'), `  ${blankCall(tool.name, known)}`]),
	].join('\n');
}

/** A tool that only a window knows has no example of its own. */
function blankCall(name: string, known: readonly ToolArgument[]): string {
	const required = known.filter(argument => argument.required).map(argument => `${argument.name}=…`);
	return ['hawser call', name, ...required].join(' ');
}

function typeWords({ type, itemType, choices }: ToolArgument): string {
	if (choices.length > 0) {
		return choices.join(' | ');
	}
	return type === 'array' ? `list of ${itemType === 'any' ? 'values' : `${itemType}s`}` : type;
}

function remarks({ required, description, default: preset }: ToolArgument): string {
	const words = [...(required ? ['Required.'] : []), description];
	return [...words, ...(preset === undefined ? [] : [`Default: ${JSON.stringify(preset)}.`])].join(' ').trim();
}
