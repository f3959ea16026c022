/* Apart from the tools themselves, so that the CLI can know them without loading zod. */

export const DEFAULT_TIMEOUT = 30_000;
/** Milliseconds; the longest that a caller can ask for where the tool itself has no longer limit. */
export const MAX_TIMEOUT = 600_000;
export const DEFAULT_BUDGET = 10_000;
