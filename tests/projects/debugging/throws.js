console.log('about to fail');
function fail(reason) {
	throw new Error(`no ${reason}`);
}
try {
	fail('catch');
} catch {
	console.log('caught');
}
fail('luck');
