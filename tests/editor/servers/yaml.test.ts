import { YAML } from '../../support/language-servers/servers/yaml.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(YAML);
