/** A task as a call names it. */
export interface WantedTask {
	name: string;
	source?: string | undefined;
	folder?: string | undefined;
}

/** True when the call may mean this task. Whoever runs it and whoever says what it runs have to look at the same one. */
export function isWantedTask(
	task: { name: string; source: string; folder?: string | undefined },
	{ name, source, folder }: WantedTask,
): boolean {
	return (
		task.name === name &&
		(source === undefined || task.source.toLowerCase() === source.toLowerCase()) &&
		(folder === undefined || task.folder === folder)
	);
}
