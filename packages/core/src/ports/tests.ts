import type { RunOutcome } from './debugger.ts';
import type { Cancellation } from './values/cancellation.ts';

export interface TestFacts {
	/** Ids of what contains it and its own, outermost first; the first is the controller's. */
	id: string;
	label: string;
	/** Labels of what contains it, outermost first, without the controller. */
	suites: readonly string[];
	/** Absent for tests that belong to no file. */
	path?: string;
	line?: number;
}

export interface FoundTests {
	tests: readonly TestFacts[];
	/** Names of the sources that extensions have registered, whether or not they found anything. */
	controllers: readonly string[];
	/** Files or suites whose tests could not be found, in the words of the extension. */
	problems: readonly { label: string; path?: string; message: string }[];
	/** The extensions were still searching when the time was up. */
	unfinished: boolean;
}

export interface TestSearch {
	/** Limits the answer to tests of this file or folder. */
	path?: string | undefined;
	/** True when extensions are asked to search anew; otherwise their current tests are taken. */
	refresh: boolean;
	milliseconds: number;
}

export type TestState = 'passed' | 'failed' | 'errored' | 'skipped' | 'not_run';

export interface TestOutcome extends TestFacts {
	state: TestState;
	/** Milliseconds, where the extension tells. */
	duration?: number;
}

export interface TestRun {
	tests: readonly TestOutcome[];
	milliseconds: number;
	/** Tests that ran though nobody asked: the editor could only run whole files. */
	alsoRan: number;
	/** Files that VS Code saved first, because the user has set testing.saveBeforeTest. */
	saved: readonly string[];
	/** Files whose unsaved edits the tests did not have. */
	unsaved: readonly string[];
}

export interface TestMessage {
	text: string;
	expected?: string;
	actual?: string;
	/** The place of the failure; absent where the extension did not say. */
	path?: string;
	line?: number;
}

export interface TestDetails {
	messages: readonly TestMessage[];
	/** The output of this test, as far as the extension tells it apart. */
	output: string;
}

/** All tests, those of one file or folder, or those with these ids. */
export interface TestSelection {
	path?: string | undefined;
	ids?: readonly string[] | undefined;
}

export type TestAddress = { id: string } | { path: string; line: number; column?: number | undefined };

export interface DebuggedTest {
	test: TestFacts;
	outcome: RunOutcome;
	/** The outcome of the test, when it is over. */
	result?: { state: TestState | 'not_failed'; messages: readonly TestMessage[] };
}

/** The Testing view, whatever extension feeds it. */
export interface Tests {
	find(search: TestSearch, signal: Cancellation): Promise<FoundTests>;
	/** Ends the run when cancelled or when the time is up. */
	run(
		selection: TestSelection,
		milliseconds: number,
		signal: Cancellation,
		/** Called now and then while the tests run; VS Code does not tell how many are done. */
		stillRunning: (seconds: number) => void,
	): Promise<TestRun>;
	/** The last run that was made here, if any. */
	lastRun(): TestRun | undefined;
	/** Messages and output of a test of the last run. */
	details(outcome: TestOutcome, signal: Cancellation): Promise<TestDetails>;
	/** The output of the last run as a whole. */
	output(signal: Cancellation): Promise<string>;
	/** Starts the test in the debugger and waits for its first stop or its end. */
	debug(address: TestAddress, milliseconds: number, signal: Cancellation): Promise<DebuggedTest>;
}
