import { expect, test } from 'vitest';
import { namePatterns } from '../../../src/editor/typescript/source-mentions.ts';

/** As ripgrep reads them. */
function matches(query: string, text: string): boolean {
	return namePatterns(query).some(pattern => {
		const [, inner] = /^\(\?i:(.*)\)$/.exec(pattern) ?? [];
		return inner === undefined ? new RegExp(pattern).test(text) : new RegExp(inner, 'i').test(text);
	});
}

test.each([
	['UsersService', 'class UsersService {'],
	['usersservice', 'class UsersService {'],
	['Service', 'class UsersService {'],
	['UsersService', 'class UsersHttpService {'],
	['CHP', 'class CallHierarchyProvider {'],
	['Cart.total', 'total(): number {'],
	['$scope', 'const $scope = 1;'],
])('%s may be found in %s', (query, text) => {
	expect(matches(query, text)).toBe(true);
});

test.each([
	['UsersService', 'class ServiceUsers {'],
	['CHP', 'class CallHelper {'],
	['a.b', 'const axc = 1;'],
])('%s is not found in %s', (query, text) => {
	expect(matches(query, text)).toBe(false);
});
