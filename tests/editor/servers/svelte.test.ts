import { SVELTE } from '../../support/language-servers/servers/svelte.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(SVELTE);
