import { BASH } from '../../support/language-servers/servers/bash.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(BASH);
