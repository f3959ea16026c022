import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();
let open: OpenWindow;
let client: Client;

function writeTool(folder: string, name: string, metadata: string, script: string, ending = 'js'): void {
	const place = join(folder, '.hawser/tools');
	mkdirSync(place, { recursive: true });
	writeFileSync(join(place, `${name}.${ending}`), script);
	writeFileSync(join(place, `${name}.meta.yaml`), metadata);
}

beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	writeTool(
		folder,
		'greet',
		'alias: shop.greet\ndescription: Greets\nresponse: query\nparams:\n  who: { type: string, required: true, description: Whom }\n',
		'export default async ({ params, workspace }) => ({ text: `Hello, ${params.who}`, folder: workspace.folder, cwd: process.cwd() });',
	);
	open = await workbench().open(folder);
	client = await connectHttp(open.entry);
});
afterAll(async () => {
	await client.close();
});

test('slice', async () => {
	const { tools } = await client.listTools();
	console.log(tools.find(({ name }) => name.startsWith('custom')));
	const answer = call(client, 'custom_shop_greet', { who: 'Ada' });
	await open.window.answerNotification(/An agent wants to run custom_shop_greet/, 'Allow them as they are now');
	const result = await answer;
	console.log(textOf(result), result.structuredContent);
	expect(result.structuredContent).toMatchObject({ data: { text: 'Hello, Ada' } });
});
