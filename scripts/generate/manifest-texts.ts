/** Takes the texts that users read out of the manifest: VS Code looks them up in package.nls.json, or in a translation of it. */
export interface ManifestTexts {
	/** English, by the key. */
	readonly all: Readonly<Record<string, string>>;
	/** Keeps the text, and returns what stands for it in the manifest. */
	say: Say;
}

export type Say = (key: string, text: string) => string;

export function createManifestTexts(): ManifestTexts {
	const all: Record<string, string> = {};
	return {
		all,
		say(key, text) {
			if (key in all) {
				throw new Error(`Two texts of the manifest have the key ${key}.`);
			}
			all[key] = text;
			return `%${key}%`;
		},
	};
}
