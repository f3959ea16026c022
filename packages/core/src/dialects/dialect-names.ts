/** The systems whose tools can be served alone, under their names and in their words. */
export const DIALECT_NAMES = ['agentlink', 'devdb', 'ggmcp', 'ggmcp-1.2', 'vsc-bridge', 'vscode-mcp-proxy'] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];
