/**
 * Loaded before vsce, which packs with zlib's usual effort and has no option for more. A package is packed once and downloaded by
 * everybody, so it gets all the effort there is: about half a percent.
 */
const zlib = require('node:zlib');

const { deflateRaw, DeflateRaw } = zlib;
zlib.deflateRaw = (buffer, done) => deflateRaw(buffer, { level: 9 }, done);
zlib.DeflateRaw = function DeflateRawTightly() {
	return new DeflateRaw({ level: 9 });
};
