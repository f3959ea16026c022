import type { Dialect } from '../contract/dialect.ts';
import type { DynamicToolset } from '../contract/dynamic-tools.ts';
import { failureText, type Meta, type Reply } from '../contract/envelope.ts';
import { type PublishedTool, publishTool } from '../contract/manifest.ts';
import { isDynamicName } from '../contract/names.ts';
import { DEFAULT_BUDGET, DEFAULT_TIMEOUT, MAX_TIMEOUT, type Progress, type Tool } from '../contract/tool.ts';
import type { Toolset } from '../contract/toolset.ts';
import type { ToolsetSelection } from '../contract/toolset-selection.ts';
import { isToolError, ToolError } from '../errors/tool-error.ts';
import { unknownTool } from '../input/unknown-tool.ts';
import type { Ports } from '../ports/ports.ts';
import type { Cancellation } from '../ports/values/cancellation.ts';
import { plural } from '../text/plural.ts';
import { NEVER_CANCELLED } from '../waiting/cancellation-source.ts';
import { runWithin } from '../waiting/deadline.ts';
import type { WindowFacts } from './approval-policy.ts';
import type { CallLog, Surface } from './call-log.ts';
import { type Capacity, createCallQueue } from './call-queue.ts';
import { createCleaner } from './clean-answer.ts';
import type { Clock } from './clock.ts';
import { firstThatFits } from './output-budget.ts';
import { toolDeadline } from './tool-deadline.ts';
import { type LimitedTool, requireAllowed, unknownDynamicTool } from './window-limits.ts';

/** The facts about a call that a surface adds to the tool's name and arguments. */
export interface CallRequest {
	surface: Surface;
	/** Tells agents apart that change the same file; those of one surface are one agent unless it knows better. */
	agent?: string;
	requestId?: string;
	signal?: Cancellation;
	/** Milliseconds that the caller gives this call, instead of the tool's own time; at most MAX_TIMEOUT. */
	timeout?: number;
	/** Milliseconds for tools that have no time of their own. */
	defaultTimeout?: number;
	/** Characters that the caller can take; only ever shortens the answer. */
	room?: number;
	/** Characters that the caller takes, where it is a program; only ever raises what the tool gives an agent. */
	budget?: number;
	progress?: (progress: Progress) => void;
}

/** Sends the call to the window of another project. */
export type Forward = (tool: string, input: Record<string, unknown>, request: CallRequest) => Promise<Reply>;

export interface RuntimeOptions {
	toolsets: readonly Toolset[];
	dialects?: readonly Dialect[];
	/** Toolsets whose tools come and go while the window runs. */
	dynamic?: readonly DynamicToolset[];
	ports: Ports;
	clock: Clock;
	log: CallLog;
	newRequestId: () => string;
	/** Asked on every call, because the user may change their mind at any time. */
	facts: () => WindowFacts;
	selection: () => ToolsetSelection;
	/** Values that must never leave the window, such as its token. */
	ownSecrets: () => readonly string[];
	/** The way to the window of that project; undefined when it is this one. Throws when there is none. */
	route: (projectRoot: string) => Forward | undefined;
	capacity?: Capacity;
}

export interface Runtime {
	/** Looks for tools that have come, changed or gone without anybody saying so; to be awaited before `list`. */
	refresh(): Promise<void>;
	/** The tools that are listed now. */
	list(selection?: ToolsetSelection): readonly PublishedTool[];
	/** The tool that answers to this name or alias. */
	find(name: string): PublishedTool | undefined;
	/** Answers every call with an envelope; it never throws. */
	invoke(name: string, rawInput: unknown, request: CallRequest): Promise<Reply>;
}

const DEFAULT_CAPACITY: Capacity = { running: 32, waiting: 1024 };

interface Entry {
	tool: Tool;
	published: PublishedTool;
}

function entriesOf(toolset: Toolset): readonly Entry[] {
	return toolset.tools.map(tool => ({ tool, published: publishTool(tool, toolset) }));
}

export function createRuntime(options: RuntimeOptions): Runtime {
	const { ports, clock, log } = options;
	const queue = createCallQueue(options.capacity ?? DEFAULT_CAPACITY);
	const entries = options.toolsets.flatMap(entriesOf);
	const dynamicEntries = followDynamic(options.dynamic ?? []);
	const byName = new Map(
		entries.flatMap(entry => [entry.tool.name, ...(entry.tool.aliases ?? [])].map(name => [name, entry] as const)),
	);

	const otherNames = new Map(
		(options.dialects ?? []).flatMap(dialect => dialect.names.map(other => [other.name, { other, dialect }] as const)),
	);

	const findEntry = (name: string): Entry | undefined =>
		isDynamicName(name) ? dynamicEntries().find(({ tool }) => tool.name === name) : byName.get(name);

	const noSuchTool = (name: string): never => {
		throw unknownTool(name, [...byName.keys(), ...otherNames.keys(), ...dynamicEntries().map(({ tool }) => tool.name)]);
	};

	/** The tool and its arguments that a call means, be it in our words or in those of another system. */
	const understand = (name: string, input: Record<string, unknown>) => {
		const call = otherNames.get(name)?.other.translate(input, ports) ?? { tool: name, input };
		const entry = findEntry(call.tool) ?? noSuchTool(name);
		return { ...entry, start: entry.tool.prepare(call.input) };
	};

	const publishedAs = (name: string): PublishedTool => (byName.get(name) ?? noSuchTool(name)).published;

	const limits = () => ({ selection: options.selection(), facts: options.facts() });

	/**
	 * The tools that a name can mean in another window. A name of another system may become one of several tools there, by what is open in
	 * that window, so each of them counts.
	 */
	const meanings = (name: string): readonly LimitedTool[] => {
		const names = otherNames.get(name)?.other.tools ?? [name];
		// A tool of the same name here may be quite another one.
		return names.map(meant => (isDynamicName(meant) ? unknownDynamicTool(meant) : publishedAs(meant)));
	};

	const refresh = async () => {
		await Promise.all((options.dynamic ?? []).map(async toolset => toolset.refresh?.()));
	};

	/** The way of one call: the same for every surface, in this order. */
	const run = async (name: string, rawInput: unknown, request: CallRequest, requestId: string): Promise<Answer> => {
		// What another window has of its own, only that window knows.
		if (!byName.has(name) && !otherNames.has(name) && !isDynamicName(name)) {
			noSuchTool(name);
		}
		const { projectRoot, input } = takeProjectRoot(rawInput);
		if (projectRoot !== undefined && request.surface !== 'forward') {
			const forward = options.route(projectRoot);
			if (forward && request.surface === 'custom') {
				throw new ToolError('E_INVALID_PARAMS', `A custom tool calls tools of its own window, not of ${projectRoot}.`);
			}
			if (forward) {
				// A call must not get by way of another window what this one refuses; that one asks its own limits as well.
				for (const meant of meanings(name)) {
					requireAllowed(meant, limits(), `the window that would send the call on to ${projectRoot}`);
				}
				// The path goes along: the other window may have several folders.
				const whole = { ...input, projectRoot };
				return { reply: await forward(byName.get(name)?.tool.name ?? name, whole, { ...request, requestId }) };
			}
		}
		if (isDynamicName(name)) {
			await refresh();
		}
		const { tool, published, start } = understand(name, input);
		const sentHere = request.surface === 'forward' && projectRoot !== undefined;
		requireAllowed(published, limits(), sentHere ? `the window of ${projectRoot}` : undefined);
		const budget = Math.min(Math.max(tool.budget ?? DEFAULT_BUDGET, request.budget ?? 0), request.room ?? Infinity);
		const { data, texts } = await runWithin(
			toolDeadline({
				clock,
				timeout: timeFor(tool, request),
				tool: tool.name,
				hint: tool.timeoutHint,
			}),
			request.signal ?? NEVER_CANCELLED,
			async signal => {
				// The call that this one is part of holds a place already; waiting for a second could be for ever.
				const leave = request.surface === 'custom' ? () => undefined : await queue.enter(signal);
				try {
					const progress = (step: Progress) =>
						request.progress?.({ ...step, message: createCleaner(options.ownSecrets()).text(step.message) });
					const agent = request.agent ?? request.surface;
					const project = projectRoot !== undefined && { projectRoot };
					return await start(ports, { requestId, agent, signal, budget, progress, ...project });
				} finally {
					leave();
				}
			},
		);
		return { data, text: firstThatFits(texts, budget, tool.narrowBy), plainText: published.plainText };
	};

	return {
		refresh,
		list: (selection = options.selection()) =>
			[...entries, ...dynamicEntries()]
				.map(({ published }) => published)
				.filter(tool => selection.allows(tool) && selection.lists(tool)),

		find: name => findEntry(otherNames.get(name)?.other.tools[0] ?? name)?.published,

		async invoke(name, rawInput, request) {
			const requestId = request.requestId ?? options.newRequestId();
			const startedAt = clock.now();
			const absolutePaths = otherNames.get(name)?.dialect.format?.absolutePaths === true;
			const cleaner = createCleaner(options.ownSecrets());
			const meta = (redacted = 0): Meta => ({
				requestId,
				timestamp: new Date(startedAt).toISOString(),
				duration: clock.now() - startedAt,
				...(redacted > 0 && { redacted }),
				...(absolutePaths && { folders: ports.windows.status().folders }),
			});
			let reply: Reply;
			try {
				const answer = await run(name, rawInput, request, requestId);
				if ('reply' in answer) {
					reply = answer.reply;
				} else {
					const text = cleaner.text(answer.text);
					const inText = cleaner.redacted;
					const data = answer.plainText ? cleaner.bytes(answer.data) : cleaner.data(answer.data);
					// Text and data say the same, so a secret that stands in both is one.
					const redacted = Math.max(inText, cleaner.redacted - inText);
					const note = redacted > 0 ? `\n(${plural(redacted, 'secret')} redacted.)` : '';
					reply = { envelope: { ok: true, type: 'success', data, meta: meta(redacted) }, text: text + note };
				}
			} catch (cause) {
				const { code, message, hint, details } = isToolError(cause) ? cause : defect(cause, requestId, log);
				const error = {
					code,
					message: cleaner.text(message),
					hint: cleaner.text(hint),
					details: cleaner.data(details),
				};
				reply = { envelope: { ok: false, type: 'error', error, meta: meta() }, text: failureText(error) };
			}
			log.finished({
				requestId,
				tool: name,
				surface: request.surface,
				timestamp: reply.envelope.meta.timestamp,
				duration: clock.now() - startedAt,
				outcome: reply.envelope.ok ? 'ok' : reply.envelope.error.code,
			});
			return reply;
		},
	};
}

/** Publishes the tools of each toolset anew only when they have changed. */
function followDynamic(toolsets: readonly DynamicToolset[]): () => readonly Entry[] {
	const published = new WeakMap<readonly Tool[], readonly Entry[]>();
	return () =>
		toolsets.flatMap(toolset => {
			const entries = published.get(toolset.tools) ?? entriesOf(toolset);
			published.set(toolset.tools, entries);
			return entries;
		});
}

type Answer = { data: Record<string, unknown>; text: string; plainText: boolean } | { reply: Reply };

/** The time that the caller asks for, else the tool's own, else the default of the caller. */
function timeFor({ timeout: own }: Tool, { timeout: asked, defaultTimeout }: CallRequest): number {
	const longest = Math.max(own ?? 0, MAX_TIMEOUT);
	return Math.min(asked ?? own ?? defaultTimeout ?? DEFAULT_TIMEOUT, longest);
}

/** `projectRoot` belongs to the runtime: no tool declares it. */
function takeProjectRoot(rawInput: unknown): { projectRoot?: string; input: Record<string, unknown> } {
	if (rawInput === undefined || rawInput === null) {
		return { input: {} };
	}
	if (typeof rawInput !== 'object' || Array.isArray(rawInput)) {
		throw new ToolError('E_INVALID_PARAMS', 'The arguments must be a JSON object.');
	}
	const { projectRoot, ...input }: Partial<Record<string, unknown>> = { ...rawInput };
	if (projectRoot === undefined) {
		return { input };
	}
	if (typeof projectRoot !== 'string') {
		throw new ToolError('E_INVALID_PARAMS', 'The argument "projectRoot" must be a string: an absolute path.');
	}
	return { projectRoot, input };
}

function defect(cause: unknown, requestId: string, log: CallLog): ToolError {
	log.defect(requestId, cause);
	return new ToolError('E_INTERNAL', `Hawser failed; the log has request ${requestId}.`, { cause });
}
