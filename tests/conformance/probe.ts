import { startFixtureHost } from './fixture-host.ts';

const host = await startFixtureHost();
const H = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const init = await fetch(host.url, {
	method: 'POST',
	headers: H,
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
	}),
});
const sid = init.headers.get('mcp-session-id') ?? '';
console.log('init', init.status, init.headers.get('content-type'), (await init.text()).slice(0, 60));
const S = { ...H, 'mcp-session-id': sid, 'mcp-protocol-version': '2025-11-25' };
console.log(
	'initialized',
	(
		await fetch(host.url, {
			method: 'POST',
			headers: S,
			body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
		})
	).status,
);

const open = async () => {
	const stop = new AbortController();
	const t = Date.now();
	const r = await fetch(host.url, {
		headers: { ...S, accept: 'text/event-stream' },
		signal: AbortSignal.any([stop.signal, AbortSignal.timeout(5000)]),
	});
	console.log('GET', r.status, Date.now() - t, 'ms');
	return { r, stop };
};
const one = await open();
const two = await open();
console.log('second while first open', two.r.status, await two.r.text());
one.stop.abort();
await new Promise(r => setTimeout(r, 100));
const three = await open();
console.log('after leaving', three.r.status);
const reader = three.r.body!.getReader();
const call = await fetch(host.url, {
	method: 'POST',
	headers: S,
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 5,
		method: 'tools/call',
		params: { name: 'test_trigger_tool_change', arguments: {} },
	}),
});
console.log((await call.text()).slice(0, 100));
console.log(new TextDecoder().decode((await reader.read()).value));
// a session of before a reload
const old = await fetch(host.url, {
	method: 'POST',
	headers: { ...S, 'mcp-session-id': 'unknown-1' },
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 6,
		method: 'tools/call',
		params: { name: 'test_simple_text', arguments: {} },
	}),
});
console.log('old session', old.status, (await old.text()).slice(0, 120));
const batch = await fetch(host.url, {
	method: 'POST',
	headers: S,
	body: JSON.stringify([{ jsonrpc: '2.0', id: 7, method: 'ping' }]),
});
console.log('batch', batch.status, (await batch.text()).slice(0, 120));
for (const body of ['null', '5', '[]', '{}', '"x"']) {
	const r = await fetch(host.url, { method: 'POST', headers: H, body });
	console.log('body', body, r.status, (await r.text()).slice(0, 140));
}
for (const body of ['null', '5', '[]', '{}', '"x"']) {
	const r = await fetch(host.url, { method: 'POST', headers: S, body });
	console.log('in session: body', body, r.status, (await r.text()).slice(0, 140));
}
const del = await fetch(host.url, { method: 'DELETE', headers: S });
console.log('DELETE', del.status, 'stream ends', (await reader.read()).done);
console.log(
	'DELETE again',
	(await fetch(host.url, { method: 'DELETE', headers: S })).status,
	'GET no session',
	(await fetch(host.url)).status,
	'GET unknown',
	(await fetch(host.url, { headers: { 'mcp-session-id': 'u' } })).status,
);
// re-initialize with the id of an ended session
const again = await fetch(host.url, {
	method: 'POST',
	headers: { ...H, 'mcp-session-id': sid },
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
	}),
});
console.log('initialize with an ended session id', again.status, again.headers.get('mcp-session-id') === sid);
const M = { ...H, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover', 'mcp-session-id': sid };
const meta = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientCapabilities': {},
};
const mod = await fetch(host.url, {
	method: 'POST',
	headers: M,
	body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } }),
});
console.log('modern with a stale session id', mod.status, (await mod.text()).slice(0, 200));
console.log('defects', host.defects);
const c = Date.now();
await host.close();
console.log('closed', Date.now() - c);
