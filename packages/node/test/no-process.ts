/** A process number that nobody has: above the limit of Linux and of macOS, and no multiple of four for Windows. */
export const NO_PROCESS = 2 ** 22 + 54_321;
