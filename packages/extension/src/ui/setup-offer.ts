import { isRecord } from '@hawser/core/data/plain-data.ts';

/** An agent of this machine, as `hawser setup --list --json` tells of it. */
export interface InstalledAgent {
	client: string;
	title: string;
}

/** Everything the offer does to the outside, so that what it decides can be tested without an editor. */
export interface OfferParts {
	memory: {
		get(key: string): unknown;
		update(key: string, value: unknown): PromiseLike<void>;
	};
	/** The output of `hawser setup --list --json`. */
	list(): Promise<unknown>;
	/** Asks the user about these agents, and does what the user chooses. */
	ask(agents: readonly InstalledAgent[]): Promise<void>;
	/** The day, such as 2026-05-30. */
	today(): string;
}

const OFFERED = 'setup.offered';
const LOOKED_ON = 'setup.lookedOn';

/**
 * Offers once in the life of an installation to tell the user's agents about Hawser. Looking costs a process, so that where there
 * is nobody to tell it is done once a day at most.
 */
export async function offerSetup({ memory, list, ask, today }: OfferParts): Promise<void> {
	if (memory.get(OFFERED) === true || memory.get(LOOKED_ON) === today()) {
		return;
	}
	const agents = agentsToSetUp(await list());
	if (agents.length === 0) {
		await memory.update(LOOKED_ON, today());
		return;
	}
	// Before the question: a window that opens meanwhile must not ask it too, and a user who closes it has answered.
	await memory.update(OFFERED, true);
	await ask(agents);
}

/** The agents that are installed, do not know Hawser for every session, and need an entry to do so. */
export function agentsToSetUp(listed: unknown): readonly InstalledAgent[] {
	const clients: unknown = isRecord(listed) ? listed['clients'] : undefined;
	return (Array.isArray(clients) ? clients : []).flatMap((item: unknown) => {
		const { client, title, installed, configured, needsNothing }: Partial<Record<string, unknown>> = isRecord(item)
			? item
			: {};
		const wanted = installed === true && configured === 'no' && needsNothing === undefined;
		return wanted && typeof client === 'string' && typeof title === 'string' ? [{ client, title }] : [];
	});
}
