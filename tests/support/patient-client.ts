import {
	type CallToolRequest,
	type CallToolResult,
	Client,
	type RequestOptions,
	type Transport,
} from '@modelcontextprotocol/client';

/** Ends a hang, and judges nothing: a busy machine may need longer than the SDK's own minute to show a question to the user. */
const LIMIT = { timeout: 600_000 };

/** The SDK's client for tests with a real editor. */
export class PatientClient extends Client {
	override connect(transport: Transport, options?: RequestOptions): Promise<void> {
		return super.connect(transport, { ...LIMIT, ...options });
	}

	override callTool(params: CallToolRequest['params'], options?: RequestOptions): Promise<CallToolResult> {
		return super.callTool(params, { ...LIMIT, ...options });
	}
}
