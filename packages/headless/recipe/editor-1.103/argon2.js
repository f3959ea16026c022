// Takes the place of argon2, a native module that would have to be compiled. code-server loads it at its start, and
// calls it only for passwords other than the SHA-256 kind that this library gives it.
const unavailable = async () => {
	throw new Error('This editor has no argon2. Give it HASHED_PASSWORD as SHA-256.');
};

exports.hash = unavailable;
exports.verify = unavailable;
