/** A proof is a file of the repository, or `file: a part of a test's title`. */
interface ProofParts {
	file: string;
	title?: string;
}

function partsOf(proof: string): ProofParts {
	const [file = '', ...title] = proof.split(': ');
	return title.length === 0 ? { file } : { file, title: title.join(': ') };
}

export function proofInWords(proof: string): string {
	const { file, title } = partsOf(proof);
	return title === undefined ? `\`${file}\`` : `\`${file}\` “${title}”`;
}

/** Throws when a page names what is not there. */
export function requireProofs(page: string, proofs: readonly string[], read: (path: string) => string): void {
	const missing = proofs.filter(proof => !exists(proof, read));
	if (missing.length > 0) {
		throw new Error(`${page} names what is not there:\n${missing.join('\n')}`);
	}
}

function exists(proof: string, read: (path: string) => string): boolean {
	const { file, title = '' } = partsOf(proof);
	try {
		return read(file).includes(title);
	} catch {
		return false;
	}
}
