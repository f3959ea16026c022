import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import type { Arguments } from '../input/arguments.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { httpTransport } from '../transports/http-transport.ts';
import { choosePlace } from '../transports/workspace.ts';

/** As `vscb status`: exit code 1 when nobody answers. */
export async function run({ options }: Arguments): Promise<number> {
	const place = choosePlace(options);
	const link = windowLink(hawserHome(), { onlyWindowAnswers: true });
	try {
		const window = await httpTransport(link).findAnswering(place);
		if (options.json) {
			const lastSeen = window === undefined ? null : new Date().toISOString();
			printJson({ healthy: window !== undefined, lastSeen, ...(window && { window: window.id }) });
		} else {
			print(window === undefined ? whyNot(link, place) : `Window ${window.id} answers for ${place}.`);
		}
		return window === undefined ? 1 : 0;
	} finally {
		link.close();
	}
}

function whyNot({ windows }: ReturnType<typeof windowLink>, place: string): string {
	try {
		return `Window ${windows.find(place).id} does not answer. "hawser doctor" tells more.`;
	} catch (cause) {
		return isToolError(cause) ? `${cause.message} ${cause.hint}` : String(cause);
	}
}
