import { addTax, Cart } from './cart.js';

const cart = new Cart();
cart.add({ name: 'rope', price: 12, quantity: 2 });

const shipping = addTax(4.5);
// The next line has a type error on purpose: total() gives a number.
const label: string = cart.total();

console.log(label, shipping, addTax(1));
