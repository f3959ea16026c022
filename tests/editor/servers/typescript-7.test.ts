import { TYPESCRIPT_7 } from '../../support/language-servers/servers/typescript-7.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(TYPESCRIPT_7);
