/** Writes what each test of node:test came to, one JSON per line. */
export default async function* report(events) {
	for await (const { type, data } of events) {
		if (type === 'test:pass' || type === 'test:fail') {
			const error = data.details.error?.cause ?? data.details.error;
			yield `${JSON.stringify({
				name: data.name,
				skipped: data.skip !== undefined,
				passed: type === 'test:pass',
				duration: data.details.duration_ms,
				...(error && { error: pickError(error) }),
			})}\n`;
		} else if (type === 'test:stdout') {
			yield `${JSON.stringify({ output: data.message })}\n`;
		}
	}
}

function pickError({ message, stack, code, expected, actual }) {
	return {
		message: message.split('\n')[0],
		stack,
		...(code === 'ERR_ASSERTION' && { expected: JSON.stringify(expected), actual: JSON.stringify(actual) }),
	};
}
