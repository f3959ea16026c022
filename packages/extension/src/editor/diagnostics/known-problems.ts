import type { Problem } from '@hawser/core/ports/diagnostics.ts';

/** Problems of scripts that were checked before, for as long as nothing has changed that may matter to them. */
export interface KnownProblems {
	/**
	 * Drops what may have changed: with the stamps of all files that scripts depend on as they are now, and the files that
	 * something else has reported as changed. Returns the state that answers given from now on belong to.
	 */
	update(now: ReadonlyMap<string, string>, reported: readonly string[], dependents: FindDependents): Promise<number>;
	/** With hints too, if those are wanted; undefined when it has to be checked. */
	get(file: string, hints: boolean): readonly Problem[] | undefined;
	/** Kept only while the state is still the same: what was asked before a change may be answered after it. */
	set(file: string, found: { problems: readonly Problem[]; hints: boolean }, state: number): void;
	clear(): void;
}

/** The files and those that may see a change of them; undefined for all. */
type FindDependents = (files: readonly string[]) => Promise<ReadonlySet<string> | undefined>;

export function createKnownProblems(): KnownProblems {
	const known = new Map<string, { problems: readonly Problem[]; hints: boolean }>();
	let before: ReadonlyMap<string, string> | undefined;
	let state = 0;
	return {
		async update(now, reported, dependents) {
			const changed = before === undefined ? [] : [...new Set([...changedBetween(before, now), ...reported])];
			before = now;
			if (changed.length > 0) {
				state++;
				const mine = state;
				const outdated = known.size === 0 ? undefined : await dependents(changed);
				if (outdated === undefined || state !== mine) {
					known.clear();
				} else {
					outdated.forEach(file => known.delete(file));
				}
			}
			return state;
		},
		get(file, hints) {
			const found = known.get(file);
			return found && (found.hints || !hints) ? found.problems : undefined;
		},
		set(file, found, asked) {
			if (asked === state) {
				known.set(file, found);
			}
		},
		clear() {
			state++;
			known.clear();
		},
	};
}

function changedBetween(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
	return [
		...[...now].filter(([file, stamp]) => before.get(file) !== stamp).map(([file]) => file),
		...[...before.keys()].filter(file => !now.has(file)),
	];
}
