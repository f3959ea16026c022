import { VUE } from '../../support/language-servers/servers/vue.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(VUE);
