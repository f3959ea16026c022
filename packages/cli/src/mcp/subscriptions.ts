import { isObject } from '@hawser/node/is-object.ts';
import { INVALID_PARAMS, type Params, type RequestId, type RpcError } from './json-rpc.ts';
import { SUBSCRIPTION_KEY } from './protocol-eras.ts';

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
	/** Whether a subscriber wants changes of the tools: the only kind of change this server has. */
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
				return { code: -32_603, message: 'Subscription limit reached' };
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
	if (!isObject(value)) {
		return false;
	}
	const { resourceSubscriptions: uris } = value;
	const flagsAreRight = FLAGS.every(flag => value[flag] === undefined || typeof value[flag] === 'boolean');
	return flagsAreRight && (uris === undefined || (Array.isArray(uris) && uris.every(uri => typeof uri === 'string')));
}
