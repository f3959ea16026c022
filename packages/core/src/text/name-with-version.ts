/** An agent as it stands in logs and lists, such as `claude-code 2.1.0`. */
export function nameWithVersion({ name, version }: { name: string; version?: string | undefined }): string {
	return version === undefined ? name : `${name} ${version}`;
}
