import { GOPLS } from '../../support/language-servers/servers/gopls.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(GOPLS);
