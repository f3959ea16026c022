import type { CheckedFiles, Diagnostics, FileProblems } from '../../src/ports/diagnostics.ts';

/** Answers with these files, whatever is asked; `around` with one list after the other. */
export class FakeDiagnostics implements Diagnostics {
	private readonly files: readonly FileProblems[];
	private readonly rounds: (readonly FileProblems[])[];

	constructor(files: readonly FileProblems[] = [], rounds: readonly (readonly FileProblems[])[] = []) {
		this.files = files;
		this.rounds = [...rounds];
	}

	check(): Promise<CheckedFiles> {
		return Promise.resolve({ files: this.files, unchecked: [] });
	}

	importers: readonly FileProblems[] | undefined = [];
	uncheckedImporters = 0;

	importersWithErrors(): Promise<{ files: readonly FileProblems[]; unchecked: number } | undefined> {
		return Promise.resolve(this.importers && { files: this.importers, unchecked: this.uncheckedImporters });
	}

	around(): Promise<readonly FileProblems[]> {
		return Promise.resolve(this.rounds.shift() ?? []);
	}
}
