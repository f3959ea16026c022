/** `npm run test:unit`: the tests that need neither a build nor an editor. Arguments go to vitest, such as `-- --watch`. */
import { runVitest } from './run-vitest.ts';

const args = process.argv.slice(2);
const mode = args.includes('--watch') ? [] : ['run'];
process.exitCode = runVitest([...mode, '--project', 'unit', ...args]);
