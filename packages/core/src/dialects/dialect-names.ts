/** The systems whose tools can be served alone, under their names and in their words. */
export const DIALECT_NAMES = ['devdb', 'ggmcp', 'vsc-bridge', 'vscode-mcp-proxy'] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];
