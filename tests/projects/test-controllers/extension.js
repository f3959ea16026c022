const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const vscode = require('vscode');

/** Finds and runs tests of node:test, one process per file, as test extensions do: lazily, and with a debug profile. */
exports.activate = context => {
	const tests = vscode.tests.createTestController('node-test', 'Node tests');
	const find = async () => {
		const files = await vscode.workspace.findFiles('**/*.test.js');
		tests.items.replace(files.sort((a, b) => (a.path < b.path ? -1 : 1)).map(fileItem));
	};
	const fileItem = uri => {
		const name = vscode.workspace.asRelativePath(uri);
		const item = tests.createTestItem(name, name, uri);
		item.canResolveChildren = true;
		return item;
	};
	tests.resolveHandler = item => (item ? resolveFile(tests, item) : find());
	tests.refreshHandler = async () => {
		await find();
		await Promise.all([...tests.items].map(([, item]) => resolveFile(tests, item)));
	};
	tests.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request, token) => run(tests, request, token), true);
	tests.createRunProfile('Debug', vscode.TestRunProfileKind.Debug, (request, token) => run(tests, request, token, true), true);

	/** Its tests cannot be run: the only profile fails. */
	const stubborn = vscode.tests.createTestController('stubborn', 'Stubborn tests');
	stubborn.refreshHandler = async () => {
		const [file] = await vscode.workspace.findFiles('stubborn.txt');
		stubborn.items.replace(file ? [stubborn.createTestItem('never', 'never runs', file)] : []);
	};
	stubborn.createRunProfile('Run', vscode.TestRunProfileKind.Run, () => { throw new Error('I run nothing.'); }, true);
	context.subscriptions.push(tests, stubborn);
};

async function resolveFile(tests, file) {
	file.busy = true;
	const text = readFileSync(file.uri.fsPath, 'utf8');
	file.error = text.includes('unreadable') ? 'unreadable: this file cannot be searched for tests' : undefined;
	const found = text.split('\n').flatMap((line, index) => {
		const [, name] = /^test(?:\.skip)?\('(.+?)'/.exec(line) ?? [];
		if (name === undefined || file.error) {
			return [];
		}
		const item = tests.createTestItem(`${index}`, name, file.uri);
		item.range = new vscode.Range(index, 0, index + 3, 0);
		return [item];
	});
	file.children.replace(found);
	file.busy = false;
}

async function run(tests, request, token, debug = false) {
	const testRun = tests.createTestRun(request);
	const byFile = new Map();
	const add = item => {
		if (request.exclude?.includes(item)) {
			return;
		}
		if (!item.parent) {
			item.children.forEach(add);
			return;
		}
		byFile.set(item.parent, [...(byFile.get(item.parent) ?? []), item]);
		testRun.enqueued(item);
	};
	for (const item of request.include ?? [...tests.items].map(([, each]) => each)) {
		if (!item.parent && item.children.size === 0) {
			await resolveFile(tests, item);
		}
		add(item);
	}
	for (const [file, items] of byFile) {
		if (!token.isCancellationRequested) {
			await runFile({ testRun, file, items, token, debug });
		}
	}
	testRun.end();
}

async function runFile({ testRun, file, items, token, debug }) {
	const folder = mkdtempSync(join(tmpdir(), 'hawser-controller-'));
	const report = join(folder, 'report');
	const all = items.length === file.children.size;
	const args = [
		`--test-reporter=${join(__dirname, 'reporter.mjs')}`,
		`--test-reporter-destination=${report}`,
		...(all ? [] : [`--test-name-pattern=^(${items.map(({ label }) => label).join('|')})$`]),
	];
	items.forEach(item => testRun.started(item));
	await (debug ? debugProgram : runProgram)({ program: file.uri.fsPath, args, testRun, token });
	const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));
	rmSync(folder, { recursive: true });
	for (const item of items) {
		tell(testRun, item, lines.find(({ name }) => name === item.label));
	}
}

function runProgram({ program, args, testRun, token }) {
	return new Promise(resolve => {
		const child = spawn(process.env.HAWSER_TEST_NODE, [...args, program]);
		const cancelled = token.onCancellationRequested(() => child.kill());
		const show = chunk => testRun.appendOutput(`${chunk}`.replaceAll(/\r?\n/g, '\r\n'));
		child.stdout.on('data', show);
		child.stderr.on('data', show);
		child.on('close', () => {
			cancelled.dispose();
			resolve();
		});
	});
}

async function debugProgram({ program, args, testRun, token }) {
	const ended = new Promise(resolve => {
		const listener = vscode.debug.onDidTerminateDebugSession(session => {
			if (session.name === 'Debug a test') {
				listener.dispose();
				resolve();
			}
		});
	});
	const configuration = {
		type: 'node',
		request: 'launch',
		name: 'Debug a test',
		program,
		runtimeExecutable: process.env.HAWSER_TEST_NODE,
		runtimeArgs: args,
	};
	token.onCancellationRequested(() => vscode.debug.stopDebugging());
	await vscode.debug.startDebugging(vscode.workspace.workspaceFolders[0], configuration, { testRun });
	await ended;
}

function tell(testRun, item, outcome) {
	if (!outcome) {
		return;
	}
	if (outcome.skipped) {
		testRun.skipped(item);
	} else if (outcome.passed) {
		testRun.passed(item, outcome.duration);
	} else {
		testRun.failed(item, messageOf(item, outcome.error), outcome.duration);
	}
}

function messageOf(item, { message, stack, expected, actual }) {
	const told = new vscode.TestMessage(message);
	const [, line, column] = new RegExp(`${item.uri.fsPath}:(\\d+):(\\d+)`).exec(stack) ?? [];
	if (line) {
		told.location = new vscode.Location(item.uri, new vscode.Position(line - 1, column - 1));
	}
	if (expected !== undefined) {
		told.expectedOutput = expected;
		told.actualOutput = actual;
	}
	return told;
}
