function add(sum, price) {
	const result = sum + price;
	return result;
}

function total(prices) {
	let sum = 0;
	for (const price of prices) {
		sum = add(sum, price);
	}
	return sum;
}

const order = { customer: 'Ada', prices: [3, 4, 5] };
console.log(`${order.customer} pays ${total(order.prices)}`);
