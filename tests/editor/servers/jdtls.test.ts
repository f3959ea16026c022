import { JDTLS } from '../../support/language-servers/servers/jdtls.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(JDTLS);
