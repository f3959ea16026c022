import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { askWindow } from '../../support/language-servers/ask-window.ts';
import { clientExtension } from '../../support/language-servers/client-extension.ts';
import { signalServer } from '../../support/language-servers/server-process.ts';
import { PYRIGHT } from '../../support/language-servers/servers/pyright.ts';
import { RUFF } from '../../support/language-servers/servers/ruff.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';
import { judge } from '../../support/language-servers/verdicts.ts';
import { useWorkbench } from '../../support/use-window.ts';

const TRUE = { verdict: 'true' };

await truthSuite(RUFF);

const [ruff, pyright] = await Promise.all([RUFF.install(), PYRIGHT.install()]);
if (!('missing' in ruff) && !('missing' in pyright)) {
	const extensions = [await clientExtension(RUFF, ruff), await clientExtension(PYRIGHT, pyright)];

	describe('Ruff speaks at once', { timeout: 600_000 }, () => {
		const workbench = useWorkbench({ extensions });

		test('which does not hide what Pyright will say when it is held up', async () => {
			const open = await workbench().open(workbench().makeFolder('held-up'));
			const ask = askWindow(open.entry);
			for (const name of ['warm', 'first', 'second']) {
				open.write(`${name}.py`, 'import os\n\nNUMBER: int = "text"\n');
			}
			const check = async (path: string) => judge(await ask.problems('warning', path), [`${path}:1`, `${path}:3`]);
			const untilTrue = (path: string) => eventually(async () => expect(await check(path)).toMatchObject(TRUE));
			await untilTrue('warm.py');
			expect(await signalServer(open.window, 'pyright', 'SIGSTOP')).toBe(true);
			try {
				expect(await check('first.py')).toMatchObject({ verdict: 'honest' });
				expect(await check('second.py')).toMatchObject({ verdict: 'honest' });
			} finally {
				await signalServer(open.window, 'pyright', 'SIGCONT');
			}
			await untilTrue('first.py');
			await untilTrue('second.py');
		});

		test('and goes on to speak when Pyright is gone', async () => {
			const open = await workbench().open(workbench().makeFolder('alone'));
			const ask = askWindow(open.entry);
			open.write('first.py', 'import os\n');
			await eventually(async () => {
				await signalServer(open.window, 'pyright', 'SIGKILL');
				expect(judge(await ask.problems('warning', 'first.py'), ['first.py:1'])).toMatchObject(TRUE);
			});
		});
	});
}
