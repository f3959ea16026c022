export interface Item {
	name: string;
	price: number;
	quantity: number;
}

export function addTax(net: number, rate = 0.2): number {
	return net * (1 + rate);
}

export class Cart {
	private readonly items: Item[] = [];

	add(item: Item): void {
		this.items.push(item);
	}

	total(): number {
		const net = this.items.reduce((sum, item) => sum + item.price * item.quantity, 0);
		return addTax(net);
	}
}
