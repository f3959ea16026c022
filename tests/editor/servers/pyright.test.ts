import { PYRIGHT } from '../../support/language-servers/servers/pyright.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(PYRIGHT);
