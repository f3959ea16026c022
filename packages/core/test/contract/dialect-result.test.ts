import { expect, test } from 'vitest';
import { toDialectResult } from '../../src/contract/dialect-result.ts';
import type { Reply } from '../../src/contract/envelope.ts';
import { ggmcpFormat } from '../../src/dialects/ggmcp/ggmcp-format.ts';

test("a file in another system's words shows hidden characters to a model", () => {
	const reply: Reply = {
		envelope: {
			ok: true,
			type: 'success',
			data: { path: 'a.ts', text: 'a\u200Bb', totalLines: 1, startLine: 1, endLine: 1, finalBreak: false },
			meta: { requestId: '1', timestamp: '', duration: 0, folders: [{ name: 'shop', path: '/shop' }] },
		},
		text: '',
	};
	const result = toDialectResult(ggmcpFormat, 'get_file_text_by_path', { pathInProject: 'a.ts' }, reply);
	expect(JSON.stringify(result)).toContain('u{200B}');
	expect(JSON.stringify(result)).not.toContain('\u200B');
});
