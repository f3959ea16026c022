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

	importersWithErrors(): Promise<readonly FileProblems[] | undefined> {
		return Promise.resolve(this.importers);
	}

	around(): Promise<readonly FileProblems[]> {
		return Promise.resolve(this.rounds.shift() ?? []);
	}
}
