import type { FromPage } from '../messages/page-messages.ts';
import type { FromRulesPage } from '../messages/rules-messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage | FromRulesPage): void };

/** The extension; VS Code hands it out once per page. */
export const host = acquireVsCodeApi();
