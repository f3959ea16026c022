const { Worker, isMainThread } = require('node:worker_threads');

const [lines = '3', customer = 'Ada'] = process.argv.slice(2);

function charge(name) {
	if (name === 'Bob') {
		throw new RangeError(`no credit for ${name}`);
	}
	return `charged ${name}`;
}

if (isMainThread) {
	console.error('careful');
	try {
		charge('Bob');
	} catch (error) {
		console.error(error);
	}
	for (let index = 1; index <= Number(lines); index++) {
		console.log(`line ${index}`);
	}
	console.log(`token ghp_${'a1B2'.repeat(9)}`);
	const worker = new Worker(__filename);
	worker.on('exit', () => {
		console.log(charge(customer));
	});
} else {
	console.log('from the worker');
}
