import { z } from 'zod';
import { unlisted } from '../../input/unlisted-arguments.ts';
import type { WindowStatus } from '../../ports/windows.ts';

/** What VSC-Bridge tells beside the problems. */
export const windowFacts = {
	system: unlisted(
		z
			.object({
				vscodeVersion: z.string(),
				extensionVersion: z.string(),
				platform: z.string(),
				arch: z.string(),
				nodeVersion: z.string(),
			})
			.optional(),
	),
	debug: unlisted(
		z
			.object({
				hasActiveSession: z.boolean(),
				sessionId: z.string().optional(),
				sessionName: z.string().optional(),
				sessionType: z.string().optional(),
				breakpointCount: z.int(),
			})
			.optional(),
	),
};

export function tellFacts({ app, version, system, debugSessions }: WindowStatus, breakpointCount: number) {
	const session = debugSessions.find(({ active }) => active) ?? debugSessions[0];
	return {
		system: {
			vscodeVersion: app.slice(app.lastIndexOf(' ') + 1),
			extensionVersion: version,
			platform: system.platform,
			arch: system.arch,
			nodeVersion: system.node,
		},
		debug: {
			hasActiveSession: session !== undefined,
			...(session && { sessionId: session.id, sessionName: session.name, sessionType: session.type }),
			breakpointCount,
		},
	};
}
