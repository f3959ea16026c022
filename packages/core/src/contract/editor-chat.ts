/**
 * True when a client with this name is the chat of the editor itself, which calls itself like the editor. `app` has the version
 * too, such as "Visual Studio Code 1.139.1".
 */
export function isChatOf(app: string, client: string | undefined): boolean {
	return client === app.slice(0, app.lastIndexOf(' '));
}
