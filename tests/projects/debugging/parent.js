const { fork } = require('node:child_process');

const child = fork(`${__dirname}/child.js`);
child.on('message', answer => {
	console.log('child says', answer);
});
