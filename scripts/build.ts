/** Bundles the extension and the CLI and packs what users install into dist/. */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { ARTEFACTS, ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';

const { built } = await buildAll();
for (const file of Object.values(ARTEFACTS)) {
	const kilobytes = Math.round(statSync(file).size / 1024);
	console.log(`${relative(ROOT, file)}  ${kilobytes} kB${built ? '' : '  (unchanged)'}`);
}
