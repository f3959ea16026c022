import { expect, test, vi } from 'vitest';
import { type CommittedRepository, followUserCommits } from '../../src/changes-view/user-commits.ts';

vi.mock('vscode', () => ({
	Disposable: { from: (...all: { dispose(): void }[]) => ({ dispose: () => all.forEach(each => each.dispose()) }) },
}));

function emitter<Value>() {
	const listeners = new Set<(value: Value) => void>();
	return {
		event(listener: (value: Value) => void) {
			listeners.add(listener);
			return { dispose: () => listeners.delete(listener) };
		},
		fire: (value: Value) => listeners.forEach(listener => listener(value)),
		listeners,
	};
}

function setUp() {
	const [changed, committed, opened, closed, came] = [
		emitter<undefined>(),
		emitter<undefined>(),
		emitter<CommittedRepository>(),
		emitter<CommittedRepository>(),
		emitter<undefined>(),
	];
	const state = { HEAD: { name: 'main', commit: '1' }, onDidChange: changed.event };
	const repository = { state, onDidCommit: committed.event } as unknown as CommittedRepository;
	let agents: readonly string[] = [];
	let now = 0;
	const told: string[] = [];
	const following = followUserCommits({
		git: { repositories: [repository], onDidOpenRepository: opened.event, onDidCloseRepository: closed.event },
		agents: { list: () => agents, onDidChange: came.event },
		committed: ({ from, to }) => void told.push(`${from} ${to}`),
		now: () => now,
	});
	return {
		told,
		following,
		repository,
		emitters: [changed, committed, opened, closed, came],
		move(commit: string, name = 'main') {
			state.HEAD = { name, commit };
			changed.fire(undefined);
		},
		commitInEditor: () => committed.fire(undefined),
		setAgents(list: readonly string[]) {
			agents = list;
			came.fire(undefined);
		},
		wait(milliseconds: number) {
			now += milliseconds;
		},
		close: () => closed.fire(repository),
	};
}

test('without agents every move of a branch is the user’s; a switch to another branch is none', () => {
	const { told, move } = setUp();
	move('2');
	move('2');
	move('3', 'feature');
	move('4', 'feature');
	expect(told).toEqual(['1 2', '3 4']);
});

test('while an agent is there, and for a while after, only a commit in the editor is the user’s', () => {
	const { told, move, commitInEditor, setAgents, wait } = setUp();
	setAgents(['claude-code']);
	move('2');
	move('3');
	commitInEditor();
	// A commit that fails moves nothing.
	commitInEditor();
	setAgents([]);
	wait(10_000);
	move('4');
	wait(30_000);
	move('5');
	expect(told).toEqual(['2 3', '4 5']);
});

test('a repository that is closed is left, and nothing listens at the end', () => {
	const { told, move, close, following, emitters } = setUp();
	close();
	move('2');
	expect(told).toEqual([]);
	following.dispose();
	expect(emitters.map(({ listeners }) => listeners.size)).toEqual([0, 0, 0, 0, 0]);
});
