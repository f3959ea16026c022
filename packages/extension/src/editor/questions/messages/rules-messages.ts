/** The messages between the extension and the page with the rules. */
import type { FormField, FormValues } from './form-messages.ts';

export interface ShownRule {
	/** Says which rule is meant and how it was when it was shown, so that no other is changed in its place. */
	key: string;
	decision: string;
	text: string;
	/** Empty when the rule holds in this window now. */
	whyNot: string;
	fields: readonly FormField[];
}

export interface ShownMode {
	mode: string;
	label: string;
	detail: string;
	chosen: boolean;
}

export interface ShownRules {
	kind: 'state';
	file: string;
	/** What is wrong with the file; then its rules cannot be changed here. */
	problem: string;
	modes: readonly ShownMode[];
	/** What else is to be said of the mode. */
	modeNote: string;
	rules: readonly ShownRule[];
	/** The form of a new rule. */
	empty: readonly FormField[];
}

/** The outcome of the last thing that the page asked for; without a problem it is done. */
export interface RulesOutcome {
	kind: 'outcome';
	problem: string;
}

export type ToRulesPage = ShownRules | RulesOutcome;

export type FromRulesPage =
	| { kind: 'ready' }
	| { kind: 'openFile' }
	| { kind: 'mode'; mode: string }
	/** Without a key it is a new rule. */
	| { kind: 'save'; key?: string; values: FormValues }
	| { kind: 'delete'; key: string };
