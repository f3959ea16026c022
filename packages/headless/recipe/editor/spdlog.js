// Takes the place of @vscode/spdlog, a native logger that would have to be compiled.
// Every method swallows its errors: an extension host whose log folder is gone must still be able to exit.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let defaultLevel = 2;

class Logger {
	constructor(_type, _name, file) {
		this.level = defaultLevel;
		this.plain = false;
		try {
			fs.mkdirSync(path.dirname(file), { recursive: true });
			this.descriptor = fs.openSync(file, 'a');
		} catch {
			this.descriptor = undefined;
		}
	}

	write(level, message) {
		if (level < this.level || this.descriptor === undefined) {
			return;
		}
		const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
		try {
			fs.writeSync(this.descriptor, this.plain ? message : `${time} [${LEVELS[level]}] ${message}\n`);
		} catch {}
	}

	trace(message) {
		this.write(0, message);
	}
	debug(message) {
		this.write(1, message);
	}
	info(message) {
		this.write(2, message);
	}
	warn(message) {
		this.write(3, message);
	}
	error(message) {
		this.write(4, message);
	}
	critical(message) {
		this.write(5, message);
	}

	getLevel() {
		return this.level;
	}
	setLevel(level) {
		this.level = level;
	}
	setPattern() {}
	clearFormatters() {
		this.plain = true;
	}
	flush() {}
	drop() {
		if (this.descriptor === undefined) {
			return;
		}
		try {
			fs.closeSync(this.descriptor);
		} catch {}
		this.descriptor = undefined;
	}
}

exports.version = 1;
exports.Logger = Logger;
exports.setLevel = level => {
	defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating_async', name, file);
