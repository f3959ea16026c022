import { VUE_3 } from '../../support/language-servers/servers/vue-3.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(VUE_3);
