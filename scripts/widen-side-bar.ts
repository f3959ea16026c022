import type { EditorWindow } from '@hawser/headless/window.ts';

/** Drags the edge between the side bar and the editor to this place, as a user does who wants to read. */
export async function widenSideBar({ page }: EditorWindow, to: number): Promise<void> {
	const edge = await page.locator('.part.sidebar').boundingBox();
	if (edge) {
		const [x, y] = [edge.x + edge.width, edge.y + edge.height / 2];
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(to, y, { steps: 10 });
		await page.mouse.up();
	}
}
