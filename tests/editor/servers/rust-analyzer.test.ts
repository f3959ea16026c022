import { RUST_ANALYZER } from '../../support/language-servers/servers/rust-analyzer.ts';
import { truthSuite } from '../../support/language-servers/truth-suite.ts';

await truthSuite(RUST_ANALYZER);
