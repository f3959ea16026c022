import { cheapest } from './prices';

const found = cheapest([
	{ name: 'pear', price: 3 },
	{ name: 'fig', price: 2 },
]);
console.log(found?.name);
