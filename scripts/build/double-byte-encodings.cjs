/**
 * Stands in for iconv-lite's tables of Chinese and Japanese encodings in the bundle, a tenth of the extension: Node decodes
 * them itself. The drivers only ever decode them, in columns of old databases; texts that Hawser sends are Unicode.
 */
class ByNode {
	constructor({ label }) {
		this.decoder = class {
			decoder = new TextDecoder(label);
			write(bytes) {
				return this.decoder.decode(bytes, { stream: true });
			}
			end() {
				return this.decoder.decode();
			}
		};
		this.encoder = class {
			write() {
				throw new Error(`Text is not written in ${label}.`);
			}
			end() {
				return undefined;
			}
		};
	}
}

const by = label => ({ type: '_bynode', label });

module.exports = {
	_bynode: ByNode,
	shiftjis: by('shift_jis'),
	sjis: 'shiftjis',
	cp932: 'shiftjis',
	eucjp: by('euc-jp'),
	ujis: 'eucjp',
	eucjpms: 'eucjp',
	gbk: by('gbk'),
	gb2312: 'gbk',
	cp936: 'gbk',
	gb18030: by('gb18030'),
	// Node knows half of it.
	cp949: { type: '_dbcs', table: () => require('iconv-lite/encodings/tables/cp949.json') },
	euckr: 'cp949',
	big5: by('big5'),
	cp950: 'big5',
};
