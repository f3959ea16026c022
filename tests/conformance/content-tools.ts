import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { RED_PIXEL_PNG, SILENT_WAV } from './fixture-media.ts';

const CONTENT: Record<string, CallToolResult['content']> = {
	test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
	test_image_content: [{ type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png' }],
	test_audio_content: [{ type: 'audio', data: SILENT_WAV, mimeType: 'audio/wav' }],
	test_embedded_resource: [
		{
			type: 'resource',
			resource: {
				uri: 'test://embedded-resource',
				mimeType: 'text/plain',
				text: 'This is an embedded resource content.',
			},
		},
	],
	test_multiple_content_types: [
		{ type: 'text', text: 'Multiple content types test:' },
		{ type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png' },
		{
			type: 'resource',
			resource: {
				uri: 'test://mixed-content-resource',
				mimeType: 'application/json',
				text: JSON.stringify({ test: 'data', value: 123 }),
			},
		},
	],
};

/** Keywords that a converter of schemas is likely to lose. */
const RICH_SCHEMA = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	type: 'object',
	$defs: {
		address: {
			$anchor: 'addressDef',
			type: 'object',
			properties: { street: { type: 'string' }, city: { type: 'string' } },
		},
	},
	properties: {
		name: { type: 'string' },
		address: { $ref: '#/$defs/address' },
		contactMethod: { type: 'string', enum: ['phone', 'email'] },
		phone: { type: 'string' },
		email: { type: 'string' },
	},
	allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
	if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
	then: { required: ['phone'] },
	else: { required: ['email'] },
	additionalProperties: false,
};

export function registerContentTools(server: McpServer): void {
	for (const [name, content] of Object.entries(CONTENT)) {
		const types = content.map(({ type }) => type).join(', ');
		server.registerTool(name, { description: `Answers with: ${types}.` }, () => ({ content }));
	}

	server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
		throw new Error('This tool intentionally returns an error for testing');
	});

	server.registerTool(
		'json_schema_2020_12_tool',
		{
			description: 'Takes arguments that only a full JSON Schema can describe.',
			inputSchema: fromJsonSchema(RICH_SCHEMA),
		},
		input => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }),
	);
}
