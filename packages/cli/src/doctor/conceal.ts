import { createRedactor } from '@hawser/core/runtime/redact-secrets.ts';

/** Values that would tell a stranger who and where the user is. */
export interface PrivateNames {
	/** The user's home folder. */
	userFolder: string;
	userName: string;
	hostName: string;
	/** Folders that windows have open. */
	folders: readonly string[];
	secrets: readonly string[];
}

/** Shorter names, such as "me", would be found inside ordinary words. */
const MIN_NAME_LENGTH = 3;

/** Takes secrets out of a text, and names that its reader has no business with. Folders stay told apart by a number. */
export function createConcealer({ userFolder, userName, hostName, folders, secrets }: PrivateNames) {
	const redactor = createRedactor(secrets);
	const names: (readonly [string, string])[] = [
		// A folder before the one around it, so that the longer name is not torn apart.
		...folders
			.map((folder, index) => [folder, `<folder ${index + 1}>`] as const)
			.sort(([left], [right]) => right.length - left.length),
		[userFolder, '~'],
		[hostName, '<host>'],
		[userName, '<user>'],
	];
	return (text: string): string => {
		let result = redactor.redact(text);
		for (const [name, instead] of names) {
			if (name.length >= MIN_NAME_LENGTH) {
				result = result.replaceAll(name, instead);
			}
		}
		return result;
	};
}
