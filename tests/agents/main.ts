/** `npm run test:agents`: the real clients against a real window. Arguments go to vitest, such as `-- -t Codex`. */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { buildAll } from '../../scripts/build/build-all.ts';
import { prepareEditor } from '../../scripts/prepare-editor.ts';
import { AGENT_PACKAGES } from './agent-packages.ts';
import { installAgent } from './install-agent.ts';

await buildAll();
await prepareEditor();
for (const agent of Object.values(AGENT_PACKAGES)) {
	await installAgent(agent);
}
const args = ['run', '--config', 'tests/agents/vitest.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync('vitest', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
process.exitCode = status ?? 1;
