const test = require('node:test');
test('is loud', () => {
	process.stdout.write('said by the test, without a console\n');
});
