import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import { examineBridge } from '../doctor/examine-bridge.ts';
import { examineHome } from '../doctor/examine-home.ts';
import { examineMatch } from '../doctor/examine-match.ts';
import { examineWindows } from '../doctor/examine-windows.ts';
import type { Finding } from '../doctor/finding.ts';
import { writeReport } from '../doctor/report.ts';
import type { Arguments } from '../input/arguments.ts';
import { paint, print, printJson, type Style, wrap } from '../terminal/terminal.ts';
import { manifest } from '../tools/published-tools.ts';
import { choosePlace } from '../transports/workspace.ts';

const MIN_NODE_VERSION = 20;

const MARKS: Record<Finding['level'], { mark: string; style: Style }> = {
	ok: { mark: 'ok      ', style: 'green' },
	warning: { mark: 'warning ', style: 'yellow' },
	problem: { mark: 'problem ', style: 'red' },
};

export async function run({ options }: Arguments): Promise<number> {
	const home = hawserHome();
	const workspace = choosePlace(options);
	const link = windowLink(home, { onlyWindowAnswers: true });
	const { findings: ofWindows, answering } = await examineWindows(home, link.http, manifest.version);
	const ofBridge = examineBridge(workspace);
	const byFiles = ofBridge.some(({ level }) => level === 'ok');
	const ofNetwork = [...ofWindows, ...examineMatch(link.windows, answering, workspace)];
	const findings = [
		...examineNode(process.versions.node),
		...examineHome(home),
		...(byFiles ? ofNetwork.map(notNeeded) : ofNetwork),
		...ofBridge,
	];
	link.close();
	const problems = findings.filter(({ level }) => level === 'problem');
	if (options.report) {
		print(writeReport({ home, workspace, version: manifest.version, findings }));
	} else if (options.json) {
		printJson({ ok: problems.length === 0, home, workspace, version: manifest.version, findings });
	} else {
		print(findings.map(show).join('\n'));
		print(problems.length === 0 ? '\nAll is well.' : `\nProblems: ${problems.length}.`);
	}
	return problems.length === 0 ? 0 : Math.max(...problems.map(({ exitCode = 3 }) => exitCode));
}

/** No window over the network is no harm where calls go by files. */
function notNeeded(finding: Finding): Finding {
	return finding.level === 'problem'
		? { ...finding, level: 'warning', advice: 'Nothing: calls go by files.' }
		: finding;
}

export function examineNode(version: string): Finding[] {
	if (Number.parseInt(version, 10) >= MIN_NODE_VERSION) {
		return [{ level: 'ok', what: `Node ${version}.` }];
	}
	return [
		{
			level: 'problem',
			what: `Node ${version} is too old.`,
			why: `hawser needs Node ${MIN_NODE_VERSION} or newer.`,
			advice: 'Install a newer Node, or use the launcher in ~/.hawser/bin, which runs with the Node inside VS Code.',
		},
	];
}

function show({ level, what, why, advice }: Finding): string {
	const { mark, style } = MARKS[level];
	const indent = ' '.repeat(mark.length);
	return [
		`${paint(style, mark)}${wrap(what, indent, 110).trimStart()}`,
		...(why === undefined ? [] : [wrap(`Why: ${why}`, indent, 110)]),
		...(advice === undefined ? [] : [wrap(`Do: ${advice}`, indent, 110)]),
	].join('\n');
}
