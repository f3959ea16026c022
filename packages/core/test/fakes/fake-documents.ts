import { ToolError } from '../../src/contract/errors.ts';
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

	shown(): void {
		// Nobody types in a fake, so nothing can be overwritten unseen.
	}

	async change(
		path: string,
		{ version }: ChangeBasis,
		compute: (present: DocumentText) => string,
	): Promise<WrittenFile> {
		const present = await this.read(path);
		if (version !== undefined && version !== present.version) {
			throw new ToolError('E_FILE_CHANGED', `${path} has changed.`);
		}
		return this.write(path, compute(present), false);
	}

	async create(path: string, text: string): Promise<WrittenFile> {
		if (await this.exists(path)) {
			throw new ToolError('E_FILE_EXISTS', `${path} exists.`);
		}
		return this.write(path, text, true);
	}

	exists(path: string): Promise<boolean> {
		return Promise.resolve(this.files[path] !== undefined);
	}

	private write(path: string, text: string, created: boolean): WrittenFile {
		this.files[path] = text;
		return { path, created, version: versionOf(text), linesAdded: 0, linesRemoved: 0 };
	}
}

function versionOf(text: string): string {
	return `v${text}`;
}
