/** Where spans go, as the environment variables of OpenTelemetry say. */
export interface TraceSettings {
	/** Takes OTLP as JSON over HTTP. */
	url: string;
	headers: Readonly<Record<string, string>>;
	/** Milliseconds for one request. */
	timeout: number;
	resource: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_TIMEOUT = 10_000;

/** Undefined where nobody has asked for traces, or somebody has asked for none. */
export function readTraceSettings(env: Environment): TraceSettings | undefined {
	const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
	const general = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
	const url = isGiven(own) ? own : isGiven(general) ? `${general.replace(/\/$/, '')}/v1/traces` : undefined;
	const exporter = env['OTEL_TRACES_EXPORTER'] ?? 'otlp';
	if (url === undefined || !URL.canParse(url) || env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') {
		return undefined;
	}
	if (exporter !== 'otlp') {
		return undefined;
	}
	const headers = env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '';
	const timeout = Number(env['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'] ?? env['OTEL_EXPORTER_OTLP_TIMEOUT']);
	const name = env['OTEL_SERVICE_NAME'];
	return {
		...withoutUser(new URL(url), pairsOf(headers)),
		timeout: Number.isFinite(timeout) && timeout > 0 ? timeout : DEFAULT_TIMEOUT,
		resource: {
			'service.name': 'hawser',
			...pairsOf(env['OTEL_RESOURCE_ATTRIBUTES'] ?? ''),
			...(isGiven(name) && { 'service.name': name }),
		},
	};
}

/** A password in an address would end up in messages, and `fetch` refuses it: it becomes the header that it stands for. */
function withoutUser(url: URL, headers: Record<string, string>): Pick<TraceSettings, 'url' | 'headers'> {
	const { username, password } = url;
	if (username === '' && password === '') {
		return { url: url.href, headers };
	}
	const user = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
	url.username = '';
	url.password = '';
	return { url: url.href, headers: { authorization: `Basic ${user}`, ...headers } };
}

function isGiven(value: string | undefined): value is string {
	return value !== undefined && value.trim() !== '';
}

/** `key=value` with commas between; what is no pair is left out. */
function pairsOf(text: string): Record<string, string> {
	const pairs = text.split(',').flatMap(pair => {
		const place = pair.indexOf('=');
		const name = pair.slice(0, Math.max(0, place)).trim();
		return place <= 0 || name === '' ? [] : [[name, decoded(pair.slice(place + 1).trim())] as const];
	});
	return Object.fromEntries(pairs);
}

function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}
