/** The code of a system error, such as ENOENT; empty when it is none. */
export function errorCode(cause: unknown): string {
	return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
