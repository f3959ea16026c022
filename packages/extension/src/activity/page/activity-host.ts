import type { FromActivityPage } from '../messages/activity-messages.ts';

/** What the page remembers while it is hidden. */
export interface PageMemory {
	agent: string;
	what: string;
}

declare function acquireVsCodeApi(): {
	postMessage(message: FromActivityPage): void;
	getState(): PageMemory | undefined;
	setState(memory: PageMemory): void;
};

/** The extension; VS Code hands it out once per page. */
export const host = acquireVsCodeApi();
