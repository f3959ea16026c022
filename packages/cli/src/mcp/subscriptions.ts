import {
	INTERNAL_ERROR,
	INVALID_PARAMS,
	type RequestId,
	SUBSCRIPTION_KEY,
} from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { Params, RpcError } from './json-rpc.ts';

interface Notification {
	method: string;
	params: Record<string, unknown>;
}

/** Who listens for changes in the modern era; a subscription is a request that stays open and goes by its id. */
export interface Subscriptions {
	/** The acknowledgement, which names what will be told, or an error. */
	listen(id: RequestId, params: Params): Notification | RpcError;
	/** True when there was such a subscription. */
	cancel(id: RequestId): boolean;
	/** One notification for each subscriber that wants to hear that the list of tools has changed. */
	toolsChanged(): Notification[];
	/** Ends all; gives their ids. */
	end(): RequestId[];
}

const MAX_SUBSCRIPTIONS = 1024;
const FLAGS = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'];

export function subscriptions(): Subscriptions {
	/** True for a subscriber that wants changes of the tools: the only kind of change this server has. */
	const open = new Map<RequestId, boolean>();
	return {
		listen(id, { notifications: filter }) {
			if (!isFilter(filter)) {
				return {
					code: INVALID_PARAMS,
					message: 'Invalid params: "notifications" is required and must be a subscription filter.',
				};
			}
			if (open.size >= MAX_SUBSCRIPTIONS) {
				return { code: INTERNAL_ERROR, message: 'Subscription limit reached' };
			}
			const tools = filter['toolsListChanged'] === true;
			open.set(id, tools);
			return tagged(id, 'notifications/subscriptions/acknowledged', {
				notifications: tools ? { toolsListChanged: true } : {},
			});
		},
		cancel: id => open.delete(id),
		toolsChanged: () =>
			[...open].filter(([, tools]) => tools).map(([id]) => tagged(id, 'notifications/tools/list_changed', {})),
		end() {
			const ids = [...open.keys()];
			open.clear();
			return ids;
		},
	};
}

function tagged(id: RequestId, method: string, params: Record<string, unknown>): Notification {
	return { method, params: { ...params, _meta: { [SUBSCRIPTION_KEY]: id } } };
}

function isFilter(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value)) {
		return false;
	}
	const { resourceSubscriptions: uris } = value;
	const flagsAreRight = FLAGS.every(flag => value[flag] === undefined || typeof value[flag] === 'boolean');
	return flagsAreRight && (uris === undefined || (Array.isArray(uris) && uris.every(uri => typeof uri === 'string')));
}
