import type {
	ActiveEditor,
	Editor,
	NoticeKind,
	Proposal,
	ReplacedSelection,
	TestSearch,
	Verdict,
} from '../../src/ports/editor.ts';
import type { Range } from '../../src/ports/values/text-position.ts';
import { range } from './fake-symbols.ts';

/** An editor in front of a user who answers as the test says. */
export class FakeEditor implements Editor {
	activeEditor: ActiveEditor | undefined;
	/** Decides for the user about a proposal; accepts it as it is unless told otherwise. */
	decide: (proposal: Proposal) => Verdict | Promise<Verdict> = ({ proposed }) => ({
		decision: 'accepted',
		text: proposed,
	});
	selection: ReplacedSelection | Error = new Error('Nothing is selected.');
	tests: TestSearch = { finished: true, sources: 1 };

	readonly proposals: (Proposal & { milliseconds: number })[] = [];
	readonly replacements: { text: string; expected: string | undefined }[] = [];
	readonly notices: { message: string; kind: NoticeKind }[] = [];
	readonly opened: { path: string; range: Range | undefined }[] = [];

	active() {
		return this.activeEditor;
	}

	tabs() {
		return [{ path: 'a.ts', dirty: true, active: true, group: 1 }];
	}

	open(path: string, wanted: Range | undefined) {
		this.opened.push({ path, range: wanted });
		return Promise.resolve({ path, range: wanted ?? range(1, 1) });
	}

	async propose(proposal: Proposal, milliseconds: number, waiting: () => void) {
		this.proposals.push({ ...proposal, milliseconds });
		waiting();
		return this.decide(proposal);
	}

	replaceSelection(text: string, expected: string | undefined) {
		this.replacements.push({ text, expected });
		return this.selection instanceof Error ? Promise.reject(this.selection) : Promise.resolve(this.selection);
	}

	notify(message: string, kind: NoticeKind) {
		this.notices.push({ message, kind });
	}

	showTests() {
		return Promise.resolve(this.tests);
	}
}
