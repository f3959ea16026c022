export interface Lazy<Value> {
	(): Promise<Value>;
	/** Gives what was loaded already, and loads nothing. */
	ifLoaded(): Promise<Value> | undefined;
}

/** Loads once, when first asked; a failure is forgotten, so that the next request tries again. */
export function lazy<Value>(load: () => Promise<Value>): Lazy<Value> {
	let loaded: Promise<Value> | undefined;
	const get = () => {
		loaded ??= load().catch((cause: unknown) => {
			loaded = undefined;
			throw cause;
		});
		return loaded;
	};
	return Object.assign(get, { ifLoaded: () => loaded });
}
