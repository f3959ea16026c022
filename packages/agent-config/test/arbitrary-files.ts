import fc from 'fast-check';

/** Text of JSON with everything that people and programs do to configuration files. */
export const configurationFile: fc.Arbitrary<string> = fc
	.record({
		bom: fc.constantFrom('', '', '\uFEFF'),
		eol: fc.constantFrom('\n', '\n', '\r\n', '\r'),
		before: gap(),
		root: object(2),
		after: gap(),
		final: fc.constantFrom('', '\n', '\n\n'),
		others: fc.array(fc.tuple(fc.constantFrom('other', 'ai', '__proto__', 'ha"wser'), object(1)), { maxLength: 3 }),
		servers: fc.constantFrom('none', 'with', 'with', 'empty'),
		style: style(),
	})
	.map(({ bom, eol, before, root, after, final, others, servers, style: { inner, colon, comma } }) => {
		const properties = root.slice(1, -1);
		const list = others.map(([name, value], index) => `${inner}${JSON.stringify(`${name}${index}`)}${colon}${value}`);
		const block = servers === 'none' ? '' : `"mcpServers"${colon}{${servers === 'with' ? list.join(',') : ''}${inner}}`;
		const hasBoth = properties.trim() !== '' && block !== '' && !/,\s*$/.test(withoutComments(properties));
		const trailing =
			comma && (block !== '' || hasProperties(properties)) && !/,\s*$/.test(withoutComments(properties + block));
		const separator = hasBoth && hasProperties(properties) ? `\n,` : '\n';
		const body = block === '' ? properties : `${properties}${separator}${inner}${block}`;
		return bom + `${before}{${body}\n${trailing ? ',' : ''}${inner}}${after}${final}`.replaceAll('\n', eol);
	});

/** The same after somebody's accident. */
export const brokenFile: fc.Arbitrary<string> = fc
	.tuple(
		configurationFile,
		fc.nat(),
		fc.nat({ max: 6 }),
		fc.constantFrom('', '{', '"', ',', '}', '/*', 'x', '\\', '\0'),
	)
	.map(([text, at, length, inserted]) => {
		const offset = at % (text.length + 1);
		return text.slice(0, offset) + inserted + text.slice(offset + length);
	});

function withoutComments(text: string): string {
	return text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
}

function hasProperties(text: string): boolean {
	return withoutComments(text).trim() !== '';
}

function style() {
	return fc.record({ inner: gap(), colon: fc.constantFrom(':', ': ', ' :  ', ':\n'), comma: fc.boolean() });
}

function gap(): fc.Arbitrary<string> {
	return fc.constantFrom(
		'',
		'',
		' ',
		'\n',
		'\n\t',
		'\n    ',
		'\t',
		' // why, "x": {\n',
		'/* a\n , } b */',
		'\n// c\n\t',
	);
}

function object(depth: number): fc.Arbitrary<string> {
	const leaf = fc.constantFrom(
		'1',
		'-0.5e3',
		'true',
		'null',
		'"a"',
		'"\\u00e9 // no comment"',
		'[]',
		'{}',
		'[1, /* x */ 2]',
	);
	const value = depth === 0 ? leaf : fc.oneof(leaf, object(depth - 1));
	const property = fc
		.tuple(gap(), fc.stringMatching(/^[a-z"\\é]{0,4}$/), fc.constantFrom(':', ': ', ' : '), value, gap())
		.map(([before, name, colon, written, after]) => ({
			name,
			text: `${before}${JSON.stringify(name)}${colon}${written}${after}`,
		}));
	return fc
		.tuple(fc.uniqueArray(property, { maxLength: 3, selector: ({ name }) => name }), gap(), fc.boolean())
		.map(([properties, end, trailing]) => {
			const body = properties.map(({ text }) => text).join(',');
			return `{${body}${trailing && properties.length > 0 ? ',' : ''}${end}}`;
		});
}
