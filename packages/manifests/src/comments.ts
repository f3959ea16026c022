import { replaceBetween } from '@hawser/core/text/linear-text.ts';

/** A script without comments, as Gradle, Java and C write them; the slashes of an address are none. */
export function withoutSlashComments(script: string): string {
	return replaceBetween(script, '/*', '*/', () => '')
		.split('\n')
		.map(line => {
			for (let start = line.indexOf('//'); start !== -1; start = line.indexOf('//', start + 1)) {
				if (line[start - 1] !== ':') {
					return line.slice(0, start);
				}
			}
			return line;
		})
		.join('\n');
}

/** A line without what follows a hash that stands at its beginning or after white space. */
export function withoutHashComment(line: string): string {
	for (let start = line.indexOf('#'); start !== -1; start = line.indexOf('#', start + 1)) {
		if (start === 0 || line.charAt(start - 1).trim() === '') {
			return line.slice(0, start);
		}
	}
	return line;
}
