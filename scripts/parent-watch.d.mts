/** Calls `act` when the process that started this one is gone, however it went. */
export function whenParentIsGone(act: () => void): void;
