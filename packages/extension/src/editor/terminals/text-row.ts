const WIDE =
	/[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\uFE0F]/u;

/** One row of a terminal. As long as text is only appended, it is a plain string; cells are made when one is overwritten. */
export class TextRow {
	private text = '';
	private cells: string[] | undefined;
	/** The column of the cursor; undefined is the end of the row. */
	private column: number | undefined;

	write(run: string): void {
		if (this.column === undefined) {
			if (this.cells) {
				this.overwrite(this.cells, this.cells.length, run);
			} else {
				this.text += run;
			}
			return;
		}
		const cells = this.toCells();
		this.column = this.overwrite(cells, this.column, run);
		if (this.column >= cells.length) {
			this.column = undefined;
		}
	}

	moveTo(column: number): void {
		this.column = Math.max(0, column);
	}

	moveBy(columns: number): void {
		this.moveTo(this.position() + columns);
	}

	position(): number {
		return this.column ?? this.toCells().length;
	}

	eraseAfterCursor(): void {
		if (this.column === 0) {
			this.clear();
		} else if (this.column !== undefined) {
			this.toCells().length = Math.min(this.column, this.toCells().length);
		}
	}

	eraseBeforeCursor(): void {
		const cells = this.toCells();
		cells.fill(' ', 0, Math.min(cells.length, this.position() + 1));
	}

	clear(): void {
		const column = this.column ?? (this.text === '' && !this.cells ? undefined : this.position());
		this.text = '';
		this.cells = undefined;
		this.column = column === 0 ? undefined : column;
	}

	isEmpty(): boolean {
		return this.cells ? this.cells.length === 0 : this.text === '';
	}

	toString(): string {
		return this.cells ? this.cells.join('') : this.text;
	}

	private toCells(): string[] {
		if (!this.cells) {
			this.cells = [];
			this.overwrite(this.cells, 0, this.text);
			this.text = '';
		}
		return this.cells;
	}

	/** Returns the column after the last character. A wide character fills two cells, the second of them with nothing. */
	private overwrite(cells: string[], from: number, run: string): number {
		let column = from;
		while (cells.length < column) {
			cells.push(' ');
		}
		for (const character of run) {
			if (character !== '\t' && WITHOUT_WIDTH.test(character)) {
				const before = cells[column - 1] === '' ? column - 2 : column - 1;
				if (before >= 0) {
					cells[before] = (cells[before] ?? '') + character;
				} else if (cells[0] === undefined) {
					// With nothing to combine with it stands alone, and what follows must not take its cell.
					cells.push(character);
					column = 1;
				} else {
					cells[0] = character + cells[0];
				}
				continue;
			}
			// Half of a wide character that is overwritten leaves a blank.
			if (cells[column] === '' && column > 0) {
				cells[column - 1] = ' ';
			}
			const width = WIDE.test(character) ? 2 : 1;
			if (cells[column + width] === '') {
				cells[column + width] = ' ';
			}
			cells[column] = character;
			if (width === 2) {
				cells[column + 1] = '';
			}
			column += width;
		}
		return column;
	}
}
