import { ESLINT } from '../../support/language-servers/servers/eslint.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(ESLINT);
