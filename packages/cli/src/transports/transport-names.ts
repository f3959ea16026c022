/** Transports reach a window over the network of this machine, by files of its folder, or by whichever works. */
export const TRANSPORTS = ['auto', 'http', 'files'] as const;

export type TransportName = (typeof TRANSPORTS)[number];
