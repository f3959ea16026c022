import { ToolError } from '../../src/contract/errors.ts';
import type { Documents, DocumentText } from '../../src/ports/documents.ts';

export class FakeDocuments implements Documents {
	private readonly files: Record<string, string>;
	private readonly facts: Partial<DocumentText>;

	constructor(files: Record<string, string>, facts: Partial<DocumentText> = {}) {
		this.files = files;
		this.facts = facts;
	}

	read(path: string): Promise<DocumentText> {
		const text = this.files[path];
		if (text === undefined) {
			return Promise.reject(new ToolError('E_FILE_NOT_FOUND', `There is no file ${path}.`));
		}
		return Promise.resolve({
			path,
			text,
			language: 'typescript',
			dirty: false,
			encoding: 'utf8',
			lineEnding: 'lf',
			...this.facts,
		});
	}

	async lines(path: string, lines: readonly number[]): Promise<readonly string[]> {
		const all = (await this.read(path)).text.split('\n');
		return lines.map(line => all[line - 1] ?? '');
	}
}
