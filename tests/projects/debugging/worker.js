const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

if (isMainThread) {
	const worker = new Worker(__filename, { workerData: 21 });
	worker.on('message', doubled => {
		console.log('worker says', doubled);
	});
} else {
	const doubled = workerData * 2;
	parentPort.postMessage(doubled);
}
