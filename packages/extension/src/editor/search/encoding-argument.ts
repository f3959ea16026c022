/** Ripgrep's names of the encodings that VS Code offers. UTF-8, and UTF-16 with a mark, it sees by itself. */
const NAMES: Readonly<Record<string, string>> = {
	utf16le: 'utf-16le',
	utf16be: 'utf-16be',
	shiftjis: 'shift_jis',
	eucjp: 'euc-jp',
	euckr: 'euc-kr',
	gbk: 'gbk',
	gb2312: 'gb2312',
	gb18030: 'gb18030',
	big5hkscs: 'big5-hkscs',
	koi8r: 'koi8-r',
	koi8u: 'koi8-u',
	cp866: 'ibm866',
	macroman: 'macintosh',
};

/** Tells ripgrep how to read files without a byte order mark, when the setting files.encoding is not UTF-8. */
export function encodingArgument(setting: unknown): readonly string[] {
	if (typeof setting !== 'string') {
		return [];
	}
	// windows1252 is windows-1252; names such as iso88591 are the same on both sides.
	const regular = /^(?:windows\d+|iso8859(?:[1-9]|1[0-5]))$/.test(setting)
		? setting.replace('windows', 'windows-')
		: undefined;
	const name = NAMES[setting] ?? regular;
	return name === undefined ? [] : [`--encoding=${name}`];
}
