/**
 * `fresh`: the language server has answered for the text as it is now. `stale`: it answered for an older text.
 * `not_ready`: it had not finished loading in the time there was, so something may be missing.
 */
export type Freshness = 'fresh' | 'stale' | 'not_ready';
