import { CLANGD } from '../../support/language-servers/servers/clangd.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(CLANGD);
