import { PYLSP } from '../../support/language-servers/servers/pylsp.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(PYLSP);
