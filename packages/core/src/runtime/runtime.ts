import {
	innerArguments,
	innerName,
	isCallingTool,
	readInnerCall,
	requireReading,
	withArguments,
} from '../catalogue/inner-call.ts';
import type { AgentClaim } from '../contract/agent-claim.ts';
import type { Dialect } from '../contract/dialect.ts';
import type { DynamicToolset } from '../contract/dynamic-tools.ts';
import { isHarmless } from '../contract/effects.ts';
import { failureText, type Meta, type Reply } from '../contract/envelope.ts';
import { DEFAULT_BUDGET, DEFAULT_TIMEOUT, MAX_TIMEOUT } from '../contract/limits.ts';
import type { PublishedTool } from '../contract/manifest.ts';
import { isDynamicName } from '../contract/names.ts';
import type { Profile } from '../contract/profiles.ts';
import { type ReviewOutcome, renderReviewOutcome } from '../contract/review-outcome.ts';
import type { Outcome, Progress, Tool } from '../contract/tool.ts';
import type { Toolset } from '../contract/toolset.ts';
import type { ToolsetSelection } from '../contract/toolset-selection.ts';
import { textOf } from '../data/plain-data.ts';
import { isToolError, ToolError } from '../errors/tool-error.ts';
import type { Ports } from '../ports/ports.ts';
import type { Cancellation } from '../ports/values/cancellation.ts';
import { nameWithVersion } from '../text/name-with-version.ts';
import { plural } from '../text/plural.ts';
import { NEVER_CANCELLED } from '../waiting/cancellation-source.ts';
import { runWithin } from '../waiting/deadline.ts';
import type { CallLog, StartedCall, Surface } from './call-log.ts';
import { type CallPolicy, callerOf, callSentOn, callToAdmit } from './call-policy.ts';
import { type Capacity, createCallQueue } from './call-queue.ts';
import { createCleaner } from './clean-answer.ts';
import type { Clock } from './clock.ts';
import { holdReview } from './held-review.ts';
import { firstThatFits } from './output-budget.ts';
import { createStandingTimer } from './standing-timer.ts';
import { toolDeadline } from './tool-deadline.ts';
import { createToolRegistry } from './tool-registry.ts';
import { createUserStop } from './user-stop.ts';
import { requireAllowed } from './window-limits.ts';
import type { WindowFacts } from './workspace-trust.ts';

/** The facts about a call that a surface adds to the tool's name and arguments. */
export interface CallRequest {
	surface: Surface;
	/** Tells agents apart that change the same file; those of one surface are one agent unless it knows better. */
	agent?: string;
	/** What the agent says of itself. */
	client?: AgentClaim;
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
	/** The place of the call in a trace of the client, as W3C Trace Context writes it. */
	traceparent?: string;
}

/** Sends the call to the window of another project. */
export type Forward = (tool: string, input: Record<string, unknown>, request: CallRequest) => Promise<Reply>;

export interface RuntimeOptions {
	toolsets: readonly Toolset[];
	dialects?: readonly Dialect[];
	/** Toolsets whose tools come and go while the window runs. */
	dynamic?: readonly DynamicToolset[];
	/** All but the catalogue, which is the runtime's own. */
	ports: Omit<Ports, 'catalogue'>;
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
	/** What the user has decided about calls of agents. */
	policy?: CallPolicy;
	/** Throws while the user keeps this caller out. */
	gate?: (caller: { connection: string; name: string }) => void;
}

export interface Runtime {
	/** Looks for tools that have come, changed or gone without anybody saying so; to be awaited before `list`. */
	refresh(): Promise<void>;
	/** The tools that are listed now to a client with this profile. */
	list(profile?: Profile, selection?: ToolsetSelection): readonly PublishedTool[];
	/** The tool that answers to this name or alias; with the arguments of a tool that calls others, the one that it calls. */
	find(name: string, rawInput?: unknown): PublishedTool | undefined;
	/** True when a surface that asks its user by itself should do so for this call: nobody else asks, and nothing has decided. */
	wantsConfirmation(name: string, rawInput: unknown, request: CallRequest): Promise<boolean>;
	/** Answers every call with an envelope; it never throws. */
	invoke(name: string, rawInput: unknown, request: CallRequest): Promise<Reply>;
}

const DEFAULT_CAPACITY: Capacity = { running: 32, waiting: 1024 };

export function createRuntime(options: RuntimeOptions): Runtime {
	const { clock, log } = options;
	const queue = createCallQueue(options.capacity ?? DEFAULT_CAPACITY);
	const registry = createToolRegistry(options);
	const ports: Ports = {
		...options.ports,
		catalogue: {
			toolsets: () => [...options.toolsets, ...(options.dynamic ?? [])],
			tools: () => registry.tools().filter(tool => options.selection().allows(tool)),
		},
	};

	const limits = () => ({ selection: options.selection(), facts: options.facts() });

	/** The way of one call: the same for every surface, in this order. */
	const run = async (
		{ name, input: rawInput, readsOnly }: MeantCall,
		request: CallRequest,
		{ requestId, tell }: Followed,
	): Promise<Answer> => {
		registry.requireName(name);
		const { projectRoot, input } = takeProjectRoot(rawInput);
		if (projectRoot !== undefined && request.surface !== 'forward') {
			const forward = options.route(projectRoot);
			if (forward && request.surface === 'custom') {
				throw new ToolError('E_INVALID_PARAMS', `A custom tool calls tools of its own window, not of ${projectRoot}.`);
			}
			if (forward) {
				// A call must not get by way of another window what this one refuses; that one asks its own limits as well.
				for (const meant of registry.meanings(name)) {
					if (readsOnly) {
						requireReading(meant);
					}
					requireAllowed(meant, limits(), `the window that would send the call on to ${projectRoot}`);
					options.policy?.refuse(() => callSentOn(meant, input, request));
				}
				// The path goes along: the other window may have several folders.
				const whole = { ...input, projectRoot };
				return { reply: await forward(registry.ownName(name), whole, { ...request, requestId }) };
			}
		}
		if (isDynamicName(name) || name === 'tool_find') {
			await registry.refresh();
		}
		const { tool, published, prepared } = registry.understand(name, input, ports);
		if (readsOnly) {
			requireReading(published);
		}
		const sentHere = request.surface === 'forward' && projectRoot !== undefined;
		requireAllowed(published, limits(), sentHere ? `the window of ${projectRoot}` : undefined);
		// The user's time to answer is not the tool's.
		const describe = () => callToAdmit(tool, prepared.input, request);
		const line = tool.commandLine && textOf(prepared.input[tool.commandLine.command]);
		const waiting = {
			...(line !== undefined && { line }),
			signal: request.signal ?? NEVER_CANCELLED,
			...(request.progress && { progress: request.progress }),
		};
		const reviewer = await options.policy?.admit(describe, waiting);
		const wanted = Math.max(request.budget ?? 0, registry.otherName(name)?.other.budget ?? 0);
		const budget = Math.min(Math.max(tool.budget ?? DEFAULT_BUDGET, wanted), request.room ?? Infinity);
		const timer = createStandingTimer(clock);
		const { data, texts } = await runWithin(
			toolDeadline({
				startTimer: timer.startTimer,
				timeout: timeFor(tool, request),
				tool: tool.name,
				hint: tool.timeoutHint,
			}),
			request.signal ?? NEVER_CANCELLED,
			async signal => {
				// The call that this one is part of holds a place already; waiting for a second could be for ever.
				const enter = () => (request.surface === 'custom' ? () => undefined : queue.enter(signal));
				let leave = await enter();
				// A call that waits for the user uses neither its time nor a place that another call could have.
				let asking = 0;
				const whileAsking = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
					const goOn = timer.stand();
					asking++;
					leave();
					try {
						return await ask();
					} finally {
						leave = --asking === 0 ? await enter() : leave;
						goOn();
					}
				};
				const held = reviewer && holdReview(reviewer, whileAsking);
				try {
					const progress = (step: Progress) =>
						tell({ ...step, message: createCleaner(options.ownSecrets()).text(step.message) });
					const project = projectRoot !== undefined && { projectRoot };
					const { connection: agent, agent: name, version, who } = callerOf(request);
					const caller = { agent, name, ...(version !== undefined && { version }), who, tool: tool.name, signal };
					const { surface } = request;
					const client = request.client && { client: request.client };
					const review = held && { review: held.review };
					const outcome = await prepared.start(ports, {
						...{ requestId, budget, progress, surface, whileAsking },
						...caller,
						...client,
						...project,
						...review,
					});
					return withReview(outcome, held?.outcome(budget / 2));
				} finally {
					leave();
				}
			},
		);
		return { data, text: firstThatFits(texts, budget, tool.narrowBy), plainText: published.plainText };
	};

	/** The call itself, also where it comes by way of a tool that calls others; the user may have left that one out. */
	const meantBy = (name: string, input: unknown): MeantCall => {
		if (!isCallingTool(name) || !registry.isOwn(name)) {
			return { name, input, readsOnly: false };
		}
		const { selection } = limits();
		requireAllowed({ ...registry.own(name), effect: 'reads' }, { selection, facts: { trusted: true } });
		return readInnerCall(name, input);
	};

	const find = (name: string, rawInput?: unknown): PublishedTool | undefined =>
		registry.find(innerName(name, rawInput) ?? name) ?? registry.find(name);

	return {
		refresh: registry.refresh,
		list: (profile = 'searching', selection = options.selection()) =>
			registry.tools().filter(tool => selection.allows(tool) && selection.lists(tool, profile)),

		find,

		async wantsConfirmation(calledName, rawInput, request) {
			try {
				const { name, input } = meantBy(calledName, rawInput);
				const { tool, prepared } = registry.understand(name, takeProjectRoot(input).input, ports);
				const call = callToAdmit(tool, prepared.input, request);
				const decision = await options.policy?.foresee(() => call);
				return decision === undefined ? !isHarmless(tool.effect) && !call.asksByItself : decision === 'ask';
			} catch {
				// The call itself will say what is wrong with it.
				return false;
			}
		},

		async invoke(calledName, rawInput, request) {
			const requestId = request.requestId ?? options.newRequestId();
			const startedAt = clock.now();
			let call: MeantCall = { name: calledName, input: rawInput, readsOnly: false };
			const cleaner = createCleaner(options.ownSecrets());
			const meta = (redacted = 0): Meta => ({
				requestId,
				timestamp: new Date(startedAt).toISOString(),
				duration: clock.now() - startedAt,
				...(redacted > 0 && { redacted }),
				...(registry.otherName(call.name)?.dialect.format?.absolutePaths && {
					folders: ports.windows.status().folders,
				}),
			});
			const { connection, agent } = callerOf(request);
			const stopping = createUserStop(request.signal ?? NEVER_CANCELLED);
			const follower = log.started?.({
				...{ requestId, tool: innerName(calledName, rawInput) ?? calledName, surface: request.surface, connection },
				...(request.client && { client: request.client }),
				...(request.traceparent !== undefined && { traceparent: request.traceparent }),
				...titleAndEffect(find(calledName, rawInput)),
				name: agent,
				startedAt,
				readArguments: () => createCleaner(options.ownSecrets()).data(innerArguments(calledName, rawInput) ?? {}),
				stop: stopping.stop,
			});
			const tell = (step: Progress) => {
				follower?.progress(step);
				request.progress?.(step);
			};
			// A caller that hears nothing is not waited for as long as one that does.
			const heard = request.progress && { progress: tell };
			let reply: Reply;
			try {
				options.gate?.({ connection, name: agent });
				call = meantBy(calledName, rawInput);
				const answer = await run(call, { ...request, ...heard, signal: stopping.signal }, { requestId, tell });
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
				const known = isToolError(cause) ? cause : defect(cause, requestId, log);
				const { code, message, hint, details } = stopping.explain(known, call.name);
				const error = {
					code,
					message: cleaner.text(message),
					hint: cleaner.text(hint),
					details: cleaner.data(details),
				};
				reply = { envelope: { ok: false, type: 'error', error, meta: meta() }, text: failureText(error) };
			} finally {
				stopping.end();
			}
			const inner = call.name === calledName ? undefined : find(call.name);
			reply = inner ? withArguments(reply, inner) : reply;
			log.finished(
				{
					requestId,
					tool: call.name,
					surface: request.surface,
					...(request.client && { agent: nameWithVersion(request.client) }),
					timestamp: reply.envelope.meta.timestamp,
					duration: clock.now() - startedAt,
					outcome: reply.envelope.ok ? 'ok' : reply.envelope.error.code,
				},
				reply,
			);
			return reply;
		},
	};
}

function titleAndEffect(tool: PublishedTool | undefined): Pick<StartedCall, 'title' | 'effect'> {
	return tool ? { title: tool.title, effect: tool.effect } : {};
}

/** Whatever the tool tells of its change, the agent also learns what the user made of it. */
function withReview({ data, texts }: Outcome, review: ReviewOutcome | undefined): Outcome {
	if (review === undefined) {
		return { data, texts };
	}
	const note = renderReviewOutcome(review);
	const [fullest, ...shorter] = texts.map(text => `${text}\n${note}`);
	return { data: { ...data, review }, texts: [fullest ?? note, ...shorter] };
}

/** The tool that a call is about, after tools that call others were taken off. */
interface MeantCall {
	name: string;
	input: unknown;
	/** It came by a way on which nothing may be changed. */
	readsOnly: boolean;
}

/** The call's id, and whoever hears of its progress: the caller, and the log. */
interface Followed {
	requestId: string;
	tell: (progress: Progress) => void;
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
