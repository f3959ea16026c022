/** Set for the run that leaves nothing out and takes hours: every week, and before a release. */
export const IS_LONG_RUN = process.env['HAWSER_LONG'] === '1';

/** How often something is tried: as this variable says; unless it is given, enough to see that it works, and ten times as often in the long run. */
export function howOften(variable: `HAWSER_${string}`, usually: number): number {
	return Number(process.env[variable] ?? (IS_LONG_RUN ? 10 * usually : usually));
}
