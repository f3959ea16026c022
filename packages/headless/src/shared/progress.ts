export interface ProgressStep {
	/** A sentence for a user, without the time. */
	message: string;
	/** Since the operation that reports began. */
	seconds: number;
}

export type Progress = (step: ProgressStep) => void;

/** Turns a progress listener into a function that only needs the sentence. */
export function startProgress(listener: Progress | undefined): (message: string) => void {
	const startedAt = performance.now();
	return message => listener?.({ message, seconds: (performance.now() - startedAt) / 1000 });
}

/** A listener for programs that run in a terminal or a CI log. */
export function printProgress(stream: { write(text: string): unknown } = process.stderr): Progress {
	return ({ message, seconds }) => {
		stream.write(`${seconds.toFixed(1).padStart(6)} s  ${message}\n`);
	};
}
