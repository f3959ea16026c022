/** The length of markers in a merge that Hawser has made itself: longer than any that a text contains. */
export const CONFLICT_MARKER = 47;

/** Longer lines of signs are drawings; with a bound, a text is passed over a limited number of times. */
const MAX_MARKER = 64;
/** So many lines that look like the marker in the middle are compared with the sides; past it, the piece is unclear. */
const MAX_SPLITS = 8;
const MAX_COMPARED_PIECES = 25;

/** One place where two versions of a text contradict each other, between the markers that git writes. */
export interface ConflictPiece {
	/** 1-based lines of the first and the last marker. */
	startLine: number;
	endLine: number;
	ours: readonly string[];
	theirs: readonly string[];
	/** What both started from, where git was told to write it. */
	base?: readonly string[];
	/** The names after the markers, such as HEAD and the branch that is merged. */
	oursName: string;
	theirsName: string;
	/** Both sides have lines that look like the marker between them, so it is not known where one ends. */
	unclear?: true;
}

/** What the sides are known to be, which tells a marker from a line that only looks like one. */
export interface KnownSides {
	ours?: string | undefined;
	theirs?: string | undefined;
}

/** Finds the pieces in a text. Markers are of any length from seven on, and those of one piece of the same. */
export function findConflicts(text: string, known: KnownSides = {}): ConflictPiece[] {
	const lines = text.split('\n');
	const pieces: ConflictPiece[] = [];
	const compared = { left: MAX_COMPARED_PIECES };
	const sides = { ours: whole(known.ours), theirs: whole(known.theirs) };
	let after = -1;
	for (const { start, end, size } of markedRanges(lines)) {
		const piece = start > after ? readPiece(lines, { start, end, size }, sides, compared) : undefined;
		if (piece !== undefined) {
			pieces.push(piece);
			after = end;
		}
	}
	return pieces;
}

/** The text with these pieces replaced by lines, by their place in the list; the others stay as they are. */
export function resolvePieces(
	text: string,
	pieces: readonly ConflictPiece[],
	replacements: ReadonlyMap<number, readonly string[]>,
): string {
	const lines = text.split('\n');
	let from = 0;
	const parts = pieces.flatMap((piece, index) => {
		const replacement = replacements.get(index);
		const before = lines.slice(from, piece.startLine - 1);
		from = piece.endLine;
		return [...before, ...(replacement ?? lines.slice(piece.startLine - 1, piece.endLine))];
	});
	return [...parts, ...lines.slice(from)].join('\n');
}

/** What both sides started from in a piece, from the same merge made again with it; undefined where that is not certain. */
export function baseOfPiece(piece: ConflictPiece, withBase: readonly ConflictPiece[]): readonly string[] | undefined {
	if (piece.base !== undefined) {
		return piece.base;
	}
	const found = withBase.filter(
		other => containsLines(other.ours, piece.ours) && containsLines(other.theirs, piece.theirs),
	);
	const [only, ...others] = found;
	return others.length === 0 ? only?.base : undefined;
}

function markerSize(line: string, sign: string): number | undefined {
	let size = 0;
	while (line[size] === sign && size <= MAX_MARKER) {
		size++;
	}
	const next = line[size];
	return size >= 7 && size <= MAX_MARKER && (next === undefined || next === ' ') ? size : undefined;
}

/** Lines between an opening and the next closing marker of the same length, by where they open. */
function markedRanges(lines: readonly string[]): { start: number; end: number; size: number }[] {
	const open = new Map<number, number>();
	const ranges: { start: number; end: number; size: number }[] = [];
	for (const [at, line] of lines.entries()) {
		const opening = markerSize(line, '<');
		const closing = markerSize(line, '>');
		const start = closing === undefined ? undefined : open.get(closing);
		if (opening !== undefined) {
			// One that was open before was resolved by halves, and is none any more.
			open.set(opening, at);
		} else if (closing !== undefined && start !== undefined) {
			open.delete(closing);
			ranges.push({ start, end: at, size: closing });
		}
	}
	return ranges.sort((left, right) => left.start - right.start);
}

function readPiece(
	lines: readonly string[],
	{ start, end, size }: { start: number; end: number; size: number },
	known: KnownSides,
	compared: { left: number },
): ConflictPiece | undefined {
	const inner = lines.slice(start + 1, end);
	const separators = inner.flatMap((line, index) => (line === '='.repeat(size) ? [index] : []));
	const splits = separators.slice(0, MAX_SPLITS + 1).map(at => splitAt(inner, at, size));
	const [first] = splits;
	if (first === undefined) {
		return undefined;
	}
	const comparable = splits.length > 1 && splits.length <= MAX_SPLITS && compared.left-- > 0 ? splits : [];
	const fitting = comparable.filter(split => isPartOf(split.ours, known.ours) && isPartOf(split.theirs, known.theirs));
	const [only, ...others] = splits.length === 1 ? splits : fitting;
	const name = (line: string | undefined) => (line ?? '').slice(size).trim();
	return {
		startLine: start + 1,
		endLine: end + 1,
		...(only ?? first),
		oursName: name(lines[start]),
		theirsName: name(lines[end]),
		...((only === undefined || others.length > 0) && { unclear: true as const }),
	};
}

function splitAt(inner: readonly string[], separator: number, size: number) {
	const before = inner.slice(0, separator);
	const baseMark = before.findIndex(line => markerSize(line, '|') === size);
	return {
		ours: baseMark < 0 ? before : before.slice(0, baseMark),
		...(baseMark >= 0 && { base: before.slice(baseMark + 1) }),
		theirs: inner.slice(separator + 1),
	};
}

/** A text with a line break before its first and after its last line, in which whole lines can be looked up. */
function whole(text: string | undefined): string | undefined {
	return text === undefined ? undefined : `\n${text.replaceAll('\r\n', '\n')}\n`;
}

/** True when the lines stand together in the text, or the text is not known. */
function isPartOf(lines: readonly string[], text: string | undefined): boolean {
	return text === undefined || lines.length === 0 || text.includes(`\n${lines.join('\n')}\n`);
}

function containsLines(all: readonly string[], part: readonly string[]): boolean {
	return part.length === 0 || `\n${all.join('\n')}\n`.includes(`\n${part.join('\n')}\n`);
}
