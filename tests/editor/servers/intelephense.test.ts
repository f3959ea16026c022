import { INTELEPHENSE } from '../../support/language-servers/servers/intelephense.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(INTELEPHENSE);
