import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { RED_PIXEL_PNG } from './fixture-media.ts';

export function registerResources(server: McpServer): void {
	registerText(server, 'static-text', 'This is the content of the static text resource.');
	registerText(server, 'watched-resource', 'This resource can be subscribed to.');

	server.registerResource(
		'static-binary',
		'test://static-binary',
		{ description: 'A resource of bytes.', mimeType: 'image/png' },
		({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: RED_PIXEL_PNG }] }),
	);

	server.registerResource(
		'template',
		new ResourceTemplate('test://template/{id}/data', { list: undefined }),
		{ description: 'A resource for every id.', mimeType: 'application/json' },
		({ href: uri }, { id }) => {
			const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
			return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
		},
	);

	acceptSubscriptions(server);
}

function registerText(server: McpServer, name: string, text: string): void {
	const mimeType = 'text/plain';
	server.registerResource(
		name,
		`test://${name}`,
		{ description: 'A resource of text.', mimeType },
		({ href: uri }) => ({
			contents: [{ uri, mimeType, text }],
		}),
	);
}

/** The high-level server leaves subscriptions to its owner. */
function acceptSubscriptions({ server }: McpServer): void {
	const watched = new Set<string>();
	server.setRequestHandler('resources/subscribe', ({ params }) => {
		watched.add(params.uri);
		return {};
	});
	server.setRequestHandler('resources/unsubscribe', ({ params }) => {
		watched.delete(params.uri);
		return {};
	});
}
