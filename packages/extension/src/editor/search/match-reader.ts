import type { TextMatch } from '@hawser/core/ports/text-search.ts';
import { lineText, locateSpans } from './match-spans.ts';
import type { RipgrepMessage } from './ripgrep-messages.ts';

/** The matches of one file that belong to the page. */
export interface FilePlan {
	/** The path that agents see. */
	path: string;
	/** Index of its first match among all matches. */
	first: number;
	skip: number;
	take: number;
}

/** Reads the matches of one file off ripgrep's messages. */
export class MatchReader {
	readonly matches: (Omit<TextMatch, 'after'> & { after: string[] })[] = [];
	private readonly plan: FilePlan;
	private readonly context: number;
	private seen = 0;
	/** The last lines that belong to no match of the page, for the context before the next one. */
	private recent: { line: number; text: string }[] = [];

	constructor(plan: FilePlan, context: number) {
		this.plan = plan;
		this.context = context;
	}

	/** False when nothing that follows in this file matters. */
	read(message: RipgrepMessage): boolean {
		if (message.type === 'context') {
			this.addContext(message.line, lineText(message.bytes));
		} else if (message.type === 'match') {
			this.addMatches(message);
		}
		return !this.isComplete() || this.wantsAfter();
	}

	private isComplete(): boolean {
		return this.seen >= this.plan.skip + this.plan.take;
	}

	private wantsAfter(): boolean {
		return this.context > 0 && (this.matches.at(-1)?.after.length ?? this.context) < this.context;
	}

	private addMatches({ line, bytes, spans }: Extract<RipgrepMessage, { type: 'match' }>): void {
		const { path, first, skip, take } = this.plan;
		const places = locateSpans(bytes, line, spans);
		const wanted = places.slice(Math.max(0, skip - this.seen), Math.max(0, skip + take - this.seen));
		const firstIndex = first + Math.max(this.seen, skip);
		wanted.forEach((place, index) => {
			const before = index === 0 || place.line !== wanted[index - 1]?.line ? this.takeRecent(place.line) : [];
			this.matches.push({ index: firstIndex + index, path, ...place, before, after: [] });
		});
		this.seen += places.length;
		if (wanted.length === 0) {
			// A match of another page is context here.
			this.addContext(line, lineText(bytes));
		}
	}

	private addContext(line: number, text: string): void {
		if (this.context === 0) {
			return;
		}
		const last = this.matches.at(-1);
		if (last && line > last.endLine && line <= last.endLine + this.context) {
			last.after.push(text);
		} else {
			this.recent = [...this.recent, { line, text }].slice(-this.context);
		}
	}

	private takeRecent(line: number): string[] {
		const before = this.recent.filter(context => context.line >= line - this.context && context.line < line);
		this.recent = [];
		return before.map(({ text }) => text);
	}
}
