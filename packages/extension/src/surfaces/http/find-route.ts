/** Parts of a path that stand for something, such as `name` in `/tables/:name/schema`. */
export type PathParameters = Readonly<Partial<Record<string, string>>>;

export interface FoundRoute<Route> {
	route: Route;
	parameters: PathParameters;
}

/** Looks paths up: by name where they are fixed, part by part where they hold parameters. */
export function routeFinder<Route extends { path: string }>(
	routes: readonly Route[],
): (path: string) => FoundRoute<Route> | undefined {
	const patterns = routes.filter(({ path }) => path.includes('/:'));
	const fixed = new Map(
		routes.filter(route => !patterns.includes(route)).map(route => [route.path, { route, parameters: {} }]),
	);
	return path => {
		const known = fixed.get(path);
		if (known) {
			return known;
		}
		for (const route of patterns) {
			const parameters = matchPath(route.path, path);
			if (parameters) {
				return { route, parameters };
			}
		}
		return undefined;
	};
}

function matchPath(pattern: string, path: string): PathParameters | undefined {
	const wanted = pattern.split('/');
	const given = path.split('/');
	if (wanted.length !== given.length) {
		return undefined;
	}
	const parameters: Record<string, string> = {};
	for (const [index, part] of wanted.entries()) {
		const value = given[index] ?? '';
		if (!part.startsWith(':')) {
			if (part !== value) {
				return undefined;
			}
			continue;
		}
		const decoded = decode(value);
		if (decoded === undefined || decoded === '') {
			return undefined;
		}
		parameters[part.slice(1)] = decoded;
	}
	return parameters;
}

function decode(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}
