import { createBoundBreakpoints } from '../model/bound-breakpoints.ts';
import { type Fields, fieldsIn, listIn, numberIn, textIn, textsIn } from '../protocol/dap-values.ts';
import { countName } from './record-rings.ts';

/** Collects what an adapter has said about itself and its program, and counts its messages. */
export class AdapterFacts {
	readonly breakpoints = createBoundBreakpoints();
	readonly threads = new Map<number, string>();
	readonly events: Record<string, number> = {};
	readonly requests: Record<string, number> = {};
	readonly messages = { sent: 0, received: 0 };
	capabilities: Fields = {};
	exceptionFilters: readonly string[] = [];

	asked(command: string): void {
		countName(this.requests, command);
	}

	answered(command: string, request: Fields, response: Fields): void {
		const asked = fieldsIn(request, 'arguments');
		const body = fieldsIn(response, 'body');
		switch (command) {
			case 'initialize':
				this.capabilities = body;
				break;
			case 'setBreakpoints':
			case 'setFunctionBreakpoints':
				this.breakpoints.answered(request, response);
				break;
			case 'setExceptionBreakpoints': {
				const options = listIn(asked, 'filterOptions').flatMap(option => textIn(option, 'filterId') ?? []);
				this.exceptionFilters = [...new Set([...textsIn(asked, 'filters'), ...options])];
				break;
			}
			case 'threads':
				listIn(body, 'threads').forEach(thread => {
					this.threads.set(numberIn(thread, 'id') ?? 0, textIn(thread, 'name') ?? '');
				});
				break;
		}
	}

	happened(event: string, body: Fields): void {
		countName(this.events, event);
		const threadId = numberIn(body, 'threadId') ?? 0;
		switch (event) {
			case 'capabilities':
				this.capabilities = { ...this.capabilities, ...fieldsIn(body, 'capabilities') };
				break;
			case 'breakpoint':
				this.breakpoints.changed(body);
				break;
			case 'thread':
				if (textIn(body, 'reason') === 'exited') {
					this.threads.delete(threadId);
				} else if (!this.threads.has(threadId)) {
					this.threads.set(threadId, '');
				}
				break;
		}
	}
}
