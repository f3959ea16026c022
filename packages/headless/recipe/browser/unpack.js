// Runs inside the build folder, where npm has put @sparticuz/chromium and tar-fs: turns the package's archives into
// a browser that needs nothing from the system, not even fonts.
const { createReadStream, createWriteStream } = require('node:fs');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');
const { createBrotliDecompress } = require('node:zlib');
const tar = require('tar-fs');

const archives = path.join(__dirname, 'node_modules/@sparticuz/chromium/bin');

function unpack(name, target) {
	return pipeline(createReadStream(path.join(archives, name)), createBrotliDecompress({ chunkSize: 1 << 21 }), target);
}

async function main() {
	await Promise.all([
		unpack('chromium.br', createWriteStream(path.join(__dirname, 'chromium'), { mode: 0o755 })),
		unpack('al2023.tar.br', tar.extract(path.join(__dirname, 'libraries'))),
		unpack('swiftshader.tar.br', tar.extract(__dirname)),
		unpack('fonts.tar.br', tar.extract(path.join(__dirname, 'fonts'))),
	]);
	await rm(path.join(__dirname, 'node_modules'), { recursive: true, force: true });
}

main().catch(cause => {
	console.error(cause);
	process.exit(1);
});
