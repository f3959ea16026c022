const groups = Array.from({ length: 200 }, (_, group) =>
	Array.from({ length: 100 }, (_, item) => ({ id: group * 100 + item })),
);
const loop = { name: 'loop' };
loop.self = loop;
const long = 'x'.repeat(50_000);
console.log(groups.length, loop.name, long.length);
