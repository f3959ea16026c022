import { describe, expect, test } from 'vitest';
import { readFailureReport } from '../../../src/editor/tests/failure-report.ts';
import { locateMessage } from '../../../src/editor/tests/locate-message.ts';

describe('the report of failures', () => {
	const REPORT = `<testFailure name="two \\"quoted\\"" path="a.js > suite">
<expectedOutput>
1
</expectedOutput>
<actualOutput>
2
</actualOutput>
<stackFrame path="/lib/assert.js" line="3" col="1" />
<location path="/a.js" line="7" col="2" />
</testFailure>
<testFailure name="alone" path="">
<message>
broke
at many lines
</message>
<stackFrame path="/b.js" line="9" col="1" />
<stackFrame path="/c.js" line="10" col="1" />
</testFailure>
<output>
<testFailure is only written by a program
</output>
`;

	test('names, values and locations are read', () => {
		expect(readFailureReport(REPORT)).toEqual([
			{
				name: 'a.js > suite > two "quoted"',
				messages: [{ expected: '1', actual: '2', location: { path: '/a.js', line: 7 } }],
			},
			{ name: 'alone', messages: [{ text: 'broke\nat many lines', location: { path: '/b.js', line: 9 } }] },
		]);
		expect(readFailureReport('No test failures were found yet')).toEqual([]);
	});

	test('a location is taken only from a message that says the same', () => {
		const [reported] = readFailureReport(REPORT);
		const place = (expected: string, text = 'differs') =>
			locateMessage({ text, expected, actual: '2' }, { reported, file: '/a.js' });
		expect(place('1')).toEqual({ path: '/a.js', line: 7 });
		expect(place('another run')).toBeUndefined();
		expect(place('another run', 'Error: differs\n  at fn (/x.js:1:1)\n  at test (/a.js:12:5)')).toEqual({
			path: '/a.js',
			line: 12,
		});
	});
});
