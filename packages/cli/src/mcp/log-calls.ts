import type { ToolHost } from './tool-host.ts';

/** A host that tells of every call when it ends, for a user who looks for the reason of something. */
export function logCalls(host: ToolHost, log: (line: string) => void): ToolHost {
	return {
		...host,
		findTool(name, client) {
			const tool = host.findTool(name, client);
			if (typeof tool === 'object') {
				log(`${name}: there is no such tool`);
				return tool;
			}
			return async (input, options) => {
				const startedAt = Date.now();
				const result = await tool(input, options);
				const [first = ''] = result.content[0].text.split('\n');
				log(`${name}: ${result.isError ? first : 'ok'} (${Date.now() - startedAt} ms)`);
				return result;
			};
		},
	};
}
