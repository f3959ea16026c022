import type { Profile } from '@hawser/core/contract/profiles.ts';
import type { ConfigFormat } from './config-format.ts';
import type { Scope, SetupEnvironment } from './environment.ts';

/** Everything that `hawser setup` knows about one agent or editor. */
export interface Client {
	title: string;
	/** Programs that are on the PATH when it is installed. */
	programs: readonly string[];
	/** Files and folders that are there once it has been used. */
	traces(environment: SetupEnvironment): readonly string[];
	/** The file from which it reads its servers; undefined where it has none. */
	file(scope: Scope, environment: SetupEnvironment): string | undefined;
	format: ConfigFormat;
	/** Names our entry where the client has another one in the same file: each has a receipt of its own. */
	part?: string;
	/** The profile that its entry names, where the client must not be left to find out by itself. */
	profile?(scope: Scope): Profile | undefined;
	/** It starts servers in no project, so that its entry names the folder that is meant. */
	startsOutsideProjects?: true;
	/** It keeps other things in that file and writes them at any time. */
	writesItsFile?: true;
	/** A command that tells what the client thinks of its servers. */
	check?: ClientCheck;
	/** Why it finds Hawser without an entry of its own; it is set up only when it is named. */
	needsNothing?: string;
	/** The step that the user has to take before the client sees the change. */
	afterwards: string;
	/** The same, when the file of a project was written. */
	afterwardsInProject?: string;
}

export interface ClientCheck {
	args: readonly string[];
	/** Reads what it printed about Hawser; undefined when Hawser does not occur. */
	read(output: string): CheckResult | undefined;
}

export interface CheckResult {
	/** `listed`: the client knows the server and does not say whether it could connect. */
	state: 'connected' | 'listed' | 'failed';
	/** The line that says so. */
	said: string;
}
