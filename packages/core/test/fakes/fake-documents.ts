import { ToolError } from '../../src/errors/tool-error.ts';
import type { ChangeBasis, Documents, DocumentText, WrittenFile } from '../../src/ports/documents.ts';

export class FakeDocuments implements Documents {
	readonly files: Record<string, string>;
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
			version: versionOf(text),
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

	shown(): Promise<void> {
		return Promise.resolve();
	}

	async change(path: string, basis: ChangeBasis, compute: (present: DocumentText) => string): Promise<WrittenFile> {
		const present = await this.read(path);
		if (basis.version !== undefined && basis.version !== present.version) {
			throw new ToolError('E_FILE_CHANGED', `${path} has changed.`);
		}
		const text = compute(present);
		this.files[path] = text;
		return { path, created: false, version: versionOf(text), linesAdded: 1, linesRemoved: 1 };
	}

	review(): Promise<void> {
		return Promise.resolve();
	}

	create(path: string, text: string): Promise<WrittenFile> {
		if (path in this.files) {
			return Promise.reject(new ToolError('E_FILE_EXISTS', `${path} exists.`));
		}
		this.files[path] = text;
		return Promise.resolve({ path, created: true, version: versionOf(text), linesAdded: 1, linesRemoved: 0 });
	}

	exists(path: string): Promise<boolean> {
		return Promise.resolve(path in this.files);
	}

	textOf(path: string): string | undefined {
		return this.files[path];
	}
}

export function versionOf(text: string): string {
	const sum = Array.from(text).reduce((total, letter, index) => total + letter.charCodeAt(0) * (index + 1), 0);
	return `v${sum % 10_000}`;
}
