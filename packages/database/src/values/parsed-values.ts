/** Text of a scalar; undefined for everything else and for the empty string. */
export function scalarText(value: unknown): string | undefined {
	if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
		return String(value);
	}
	return typeof value === 'string' && value !== '' ? value : undefined;
}

type Defined<Value> = { [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key] } & {
	[Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined>;
};

/** The object without the keys whose value is undefined. */
export function defined<Value extends object>(value: Value): Defined<Value>;
export function defined(value: object): object {
	return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
