/**
 * Sources with marks, so that whoever writes a project also writes down the truth about it:
 *
 * - `«name»` is a use of a symbol, `«+name»` its declaration; a use with a bracket behind it is a call;
 * - `«name#2»` is another symbol of the same name;
 * - `«error»` says that this line has a mistake.
 */
export type MarkedFiles = ReadonlyMap<string, string>;

export interface Truth {
	/** The texts without marks. */
	texts: ReadonlyMap<string, string>;
	/** By the mark of the symbol, the declarations among them; each as path:line, sorted. */
	references: ReadonlyMap<string, readonly string[]>;
	declarations: ReadonlyMap<string, readonly MarkedPlace[]>;
	/** The references that are no declarations, from top to bottom in each file. */
	uses: ReadonlyMap<string, readonly MarkedPlace[]>;
	calls: ReadonlyMap<string, readonly string[]>;
	errors: readonly string[];
}

export interface MarkedPlace {
	path: string;
	line: number;
	column: number;
}

const MARK = /«(\+?)([^»]+)»(\(?)/g;

/** With `renamed`, the symbols of these marks have other names. */
export function readMarks(files: MarkedFiles, renamed: ReadonlyMap<string, string> = new Map()): Truth {
	const texts = new Map<string, string>();
	const references = new Map<string, Set<string>>();
	const declarations = new Map<string, MarkedPlace[]>();
	const uses = new Map<string, MarkedPlace[]>();
	const calls = new Map<string, Set<string>>();
	const errors: string[] = [];
	for (const [path, marked] of files) {
		const lines = marked.split('\n').map((source, index) => {
			const line = index + 1;
			let removed = 0;
			return source.replaceAll(MARK, (whole, plus: string, mark: string, bracket: string, at: number) => {
				const text = mark === 'error' ? '' : `${renamed.get(mark) ?? nameOf(mark)}${bracket}`;
				const column = at - removed + 1;
				removed += whole.length - text.length;
				if (mark === 'error') {
					errors.push(`${path}:${line}`);
					return text;
				}
				addTo(references, mark, `${path}:${line}`);
				const places = plus === '' ? uses : declarations;
				places.set(mark, [...(places.get(mark) ?? []), { path, line, column }]);
				if (plus === '' && bracket !== '') {
					addTo(calls, mark, `${path}:${line}`);
				}
				return text;
			});
		});
		texts.set(path, lines.join('\n'));
	}
	return { texts, references: sorted(references), declarations, uses, calls: sorted(calls), errors: errors.sort() };
}

/** The name that a mark stands for. */
export function nameOf(mark: string): string {
	return mark.replace(/#\d+$/, '');
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
	sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

function sorted(sets: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
	return new Map([...sets].map(([key, values]) => [key, [...values].sort()]));
}
