/** VS Code joins the ids of a test and of what contains it; the first is the controller's. */
const SEPARATOR = '\0';

/** Agents get ids without control characters. */
export function showId(fullId: string): string {
	return fullId.split(SEPARATOR).join(' > ');
}

export function childId(parent: string, id: string): string {
	return `${parent}${SEPARATOR}${id}`;
}

export function controllerOf(fullId: string): string {
	return fullId.split(SEPARATOR, 1)[0] ?? fullId;
}

export function containerOf(fullId: string): string | undefined {
	const end = fullId.lastIndexOf(SEPARATOR);
	return end < 0 ? undefined : fullId.slice(0, end);
}

/** Ids of everything that contains it, the nearest first. */
export function containersOf(fullId: string): readonly string[] {
	const container = containerOf(fullId);
	return container === undefined ? [] : [container, ...containersOf(container)];
}
