import { expect, test } from 'vitest';
import { namePatterns, nameQuery } from '../../../src/editor/mentions/name-query.ts';

/** `(?i:…)`, which ripgrep knows, as older versions of Node read it: every letter in both cases. */
function toRegExp(pattern: string): RegExp {
	return new RegExp(
		pattern.replaceAll(/\(\?i:((?:\\.|[^()\\])*)\)/g, (_, inner: string) =>
			inner.replaceAll(/(?<!\\)[a-z]/gi, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
		),
	);
}

function matches(query: string, text: string): boolean {
	return namePatterns(query).some(pattern => toRegExp(pattern).test(text));
}

test.each([
	['UsersService', 'class UsersService {'],
	['usersservice', 'class UsersService {'],
	['Service', 'class UsersService {'],
	['UsersService', 'class UsersHttpService {'],
	['CHP', 'class CallHierarchyProvider {'],
	['WidgetT', 'class Widget_two {'],
	['vecD', 'class Vec2d {'],
	['Cart.total', 'total(): number {'],
	['$scope', 'const $scope = 1;'],
])('%s may be found in %s', (query, text) => {
	expect(matches(query, text)).toBe(true);
	expect(text.match(/[\w$]+/g)?.some(name => nameQuery(query)?.matches(name))).toBe(true);
});

test.each([
	['UsersService', 'class ServiceUsers {'],
	['CHP', 'class CallHelper {'],
	['CHP', 'const checkpoint = 1;'],
	['a.b', 'const axc = 1;'],
	['. ', 'const a = 1;'],
])('%s is not found in %s', (query, text) => {
	expect(matches(query, text)).toBe(false);
	expect(text.match(/[\w$]+/g)?.some(name => nameQuery(query)?.matches(name)) ?? false).toBe(false);
});

test.each([
	['fmtprc', 'formatPrice', true],
	['Basket::add', 'addTax', true],
	['tcba', 'abct', false],
])('%s, loosely, may mean %s: %s', (query, name, expected) => {
	const wanted = nameQuery(query, { loosely: true });
	expect(wanted?.matches(name)).toBe(expected);
	expect(wanted?.patterns.some(pattern => toRegExp(pattern).test(name))).toBe(expected);
});

test('a query without a name means none', () => {
	expect(nameQuery('+ ::')).toBeUndefined();
});
