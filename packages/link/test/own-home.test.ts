import { homedir, userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { hawserHome } from '../src/home.ts';

test('no test sees the home of the machine, nor what other commands left there', () => {
	expect(homedir()).not.toBe(userInfo().homedir);
	expect(hawserHome()).toMatch(/hawser-home-\w+/);
});
