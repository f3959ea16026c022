/** `npm run test:agents`: the real clients against a real window. Arguments go to vitest, such as `-- -t Codex`. */
import { buildAll } from '../../scripts/build/build-all.ts';
import { prepareEditor } from '../../scripts/prepare-editor.ts';
import { runVitest } from '../../scripts/run-vitest.ts';
import { AGENT_PACKAGES } from './agent-packages.ts';
import { installAgent } from './install-agent.ts';

await buildAll();
await prepareEditor();
for (const agent of Object.values(AGENT_PACKAGES)) {
	await installAgent(agent);
}
process.exitCode = runVitest(['run', '--config', 'tests/agents/vitest.config.ts', ...process.argv.slice(2)]);
