import type { CommandRecord } from './command-record.ts';

/** Commands outside our own terminals that terminal tools reach by a name, such as tasks. */
export interface NamedCommand {
	record: CommandRecord;
	stop(): void;
}

export type NamedCommands = Map<string, NamedCommand>;
