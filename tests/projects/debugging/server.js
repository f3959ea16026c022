let ticks = 0;

function tick() {
	ticks++;
}

setInterval(tick, 50);
console.log('serving');
