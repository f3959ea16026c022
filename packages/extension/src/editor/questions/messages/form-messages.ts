import { isRecord } from '@hawser/core/data/plain-data.ts';

/** One field of a form as a page shows it. */
export interface FormField {
	name: string;
	label: string;
	/** What to type, and what it means when nothing is typed. */
	help: string;
	value: string;
	/** The value with hidden characters named, where it has such: the field itself cannot show them. */
	visible?: string;
	/** The words to choose from; where there are none, any text. */
	choices?: readonly { word: string; label: string }[];
	/** Several words may be chosen; the value has them with commas between. */
	several?: boolean;
}

/** What stands in the fields, by their names. */
export type FormValues = Readonly<Record<string, string>>;

/** True for what a form on a page sends. */
export function isFormValues(value: unknown): value is FormValues {
	return isRecord(value) && Object.values(value).every(text => typeof text === 'string');
}
