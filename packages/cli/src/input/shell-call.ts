/** A call as one types it into a shell, quoted where the shell would change it. */
export function shellCall(tool: string, input: Readonly<Record<string, unknown>>): string {
	const words = Object.entries(input).flatMap(([name, value]) => {
		const repeated = Array.isArray(value) && value.every(item => typeof item === 'string');
		return (repeated ? value : [value]).map((item: unknown) => `${name}=${quoted(shown(item))}`);
	});
	return ['hawser call', tool, ...words].join(' ');
}

function shown(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Single quotes keep everything, line breaks too. */
function quoted(text: string): string {
	return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
