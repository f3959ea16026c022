/** Makes one call through the bridge, and says how it ended. */
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { callThroughFiles } from '../../src/file-bridge/bridge-client.ts';

const [workspace = '', tool = ''] = process.argv.slice(2);
try {
	const { envelope } = await callThroughFiles(
		workspace,
		{ tool, input: {} },
		{ onProgress: () => process.send?.({ progress: true }) },
	);
	process.send?.({ envelope });
} catch (cause) {
	process.send?.({ code: isToolError(cause) ? cause.code : String(cause), message: String(cause) });
}
process.disconnect();
