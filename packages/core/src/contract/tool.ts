import type { z } from 'zod';
import { recordOf } from '../data/plain-data.ts';
import { compactJsonSchema, type JsonSchema } from '../input/compact-json-schema.ts';
import { invalidInput } from '../input/invalid-input.ts';
import { understandInput } from '../input/understand-input.ts';
import type { Ports } from '../ports/ports.ts';
import type { Caller } from '../ports/values/caller.ts';
import type { AgentClaim } from './agent-claim.ts';
import type { Effect } from './effects.ts';
import type { ToolName } from './names.ts';
import { pathArguments } from './parameters.ts';
import { reviewField } from './review-outcome.ts';

export interface Progress {
	message: string;
	/** Steps done and steps in all, where they can be counted. */
	done?: number;
	total?: number;
}

/** One call as the tool sees it. */
export interface Call extends Caller {
	readonly requestId: string;
	/** What the agent says of itself; goes along with calls that the tool makes. */
	readonly client?: AgentClaim;
	/** The project that the caller named; it lies in this window, which may have several. */
	readonly projectRoot?: string;
	/** Characters that the answer may have; a tool pages its data to stay within. */
	readonly budget: number;
	progress(progress: Progress): void;
}

export interface ToolFacts<Needs extends keyof Ports = keyof Ports> {
	readonly name: ToolName;
	readonly title: string;
	readonly description: string;
	readonly whenToUse: string;
	/** Words by which a model may look for the tool and that its name and description do not have. */
	readonly searchHint?: string;
	readonly effect: Effect;
	/** The only ports `run` receives. */
	readonly needs: readonly Needs[];
	/** Milliseconds; 30 000 unless given. */
	readonly timeout?: number;
	/** The next step when the time is over, where that is not simply to ask for less. */
	readonly timeoutHint?: string;
	/** Characters of the answer; 10 000 unless given, because some clients silently cut what is longer. */
	readonly budget?: number;
	/** Arguments that make the answer smaller; named to the agent when an answer had to be shortened. */
	readonly narrowBy?: readonly string[];
	/** Tools that must have run before this one can succeed. */
	readonly requires?: readonly ToolName[];
	/** Arguments of a call that a user might make; shown in help and beside arguments that are wrong. */
	readonly example?: Readonly<Record<string, unknown>>;
	/** Names of other systems that this tool answers to as well, with its own arguments. */
	readonly aliases?: readonly string[];
	/** False for a tool that is listed only when its toolset was asked for by name. */
	readonly listed?: boolean;
	/**
	 * Fields of the data that say how what was run has ended: its exit code, or how many failed. `hawser call` then ends as
	 * the program did, so that scripts can go by it.
	 */
	readonly failureFields?: readonly string[];
	/**
	 * True for bulky plain text such as a file's content: over MCP only the rendered text is sent, which then holds the
	 * whole answer. As structured content it would be escaped, and sent twice to clients that show both.
	 */
	readonly plainText?: boolean;
	/** True for a tool whose call reloads the window: `hawser` then answers when the window is back. */
	readonly reloadsWindow?: boolean;
	/**
	 * The calls about which the window itself asks the user, with a question that no setting of a chat can answer: all of them,
	 * or those whose argument names a protected path, command or setting. A chat that would ask as well leaves it to the window.
	 */
	readonly asksUser?: AsksUser;
	/** The arguments that a shell runs, with which variables, and in which terminal: what ran there before may have changed it. */
	readonly commandLine?: CommandArguments;
	/** True for a tool that changes no other file than those that its arguments name. */
	readonly changesOnlyNamedFiles?: boolean;
	/**
	 * True for a tool that does nothing else than to change files, by ports that show the change to the user first where their caller
	 * has a `review`. In a window that asks, the user then sees the change instead of the arguments.
	 */
	readonly reviewable?: boolean;
}

/** Names of the arguments. */
export interface CommandArguments {
	readonly command: string;
	readonly variables?: string;
	readonly terminal?: string;
	readonly folder?: string;
	/** It goes to a program that runs already: what it does there is never proven. */
	readonly isInput?: boolean;
}

export type AsksUser = 'always' | Readonly<Record<string, 'path' | 'command' | 'setting'>>;

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, Needs extends keyof Ports>
	extends ToolFacts<Needs> {
	input: Input;
	output: Output;
	run: (input: z.output<Input>, ports: Pick<Ports, Needs>, call: Call) => Promise<z.input<Output>>;
	/** Text for the agent, fullest first; the runtime sends the first that fits the budget. */
	render: (output: z.output<Output>) => readonly [string, ...string[]];
}

/** A tool as the registry sees it: the type parameters stay inside the closure, so no list needs a cast. */
export interface Tool extends ToolFacts {
	/** The schema of what `run` accepts; `projectRoot`, which every tool takes, is added when the tool is published. */
	readonly inputJsonSchema: JsonSchema;
	readonly outputJsonSchema: JsonSchema;
	/** Names of the arguments that are paths, as far as that is known. */
	readonly pathArguments?: readonly string[];
	/** The answer in words, fullest first, for data that `run` could have returned. */
	tell?(data: unknown): readonly string[];
	/** Checks the arguments, and only when they are right gives the function that does the work. */
	prepare(rawInput: unknown): PreparedCall;
}

export interface PreparedCall {
	/** The arguments as the tool understands them. */
	readonly input: Readonly<Record<string, unknown>>;
	start(ports: Ports, call: Call): Promise<Outcome>;
}

export interface Outcome {
	data: Record<string, unknown>;
	texts: readonly [string, ...string[]];
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Needs extends keyof Ports>(
	definition: ToolDefinition<Input, Output, Needs>,
): Tool {
	const { input, output, run, render, ...facts } = definition;
	let inputJsonSchema: JsonSchema | undefined;
	let outputJsonSchema: JsonSchema | undefined;
	return {
		...facts,
		// Computed when first read: a window that only answers calls never pays for a hundred schemas.
		get inputJsonSchema() {
			return (inputJsonSchema ??= compactJsonSchema(input, 'input'));
		},
		get outputJsonSchema() {
			return (outputJsonSchema ??= compactJsonSchema(
				facts.reviewable ? output.extend({ review: reviewField }) : output,
				'output',
			));
		},

		get pathArguments() {
			return pathArguments(input);
		},

		tell: data => render(output.parse(data)),

		prepare(rawInput) {
			let parsed = input.safeParse(rawInput);
			if (!parsed.success) {
				const understood = understandInput(recordOf(rawInput), this.inputJsonSchema, Object.keys(input.shape));
				parsed = understood ? input.safeParse(understood) : parsed;
			}
			if (!parsed.success) {
				throw invalidInput(parsed.error.issues, input, facts.example);
			}
			const { data: checked } = parsed;
			return {
				input: checked,
				async start(ports, call) {
					const data: z.output<Output> = output.parse(await run(checked, ports, call));
					return { data, texts: render(data) };
				},
			};
		},
	};
}
