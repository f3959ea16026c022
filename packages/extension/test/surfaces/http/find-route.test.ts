import { expect, test } from 'vitest';
import { routeFinder } from '../../../src/surfaces/http/find-route.ts';

const find = routeFinder([{ path: '/tables' }, { path: '/tables/:name/schema' }]);

test.each([
	['/tables', '/tables', {}],
	['/tables/users/schema', '/tables/:name/schema', { name: 'users' }],
	['/tables/a%2Fb%20c.d/schema', '/tables/:name/schema', { name: 'a/b c.d' }],
	['/tables/:name/schema', '/tables/:name/schema', { name: ':name' }],
	['/tables/__proto__/schema', '/tables/:name/schema', { name: '__proto__' }],
])('the route of %s is found', (path, route, parameters) => {
	expect(find(path)).toEqual({ route: { path: route }, parameters });
});

test.each(['/', '/tables/', '/tables/users', '/tables//schema', '/tables/%zz/schema', '/tables/a/b/schema', '/:name'])(
	'there is no route for %s',
	path => {
		expect(find(path)).toBeUndefined();
	},
);
