import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Rule } from '@hawser/core/policy/rule.ts';
import { ruleFromTexts } from '@hawser/core/policy/rule-texts.ts';
import { describeRule } from '@hawser/core/policy/suggest-rule.ts';
import { withEnvironmentRules } from '@hawser/link/environment-rules.ts';
import { realFolder } from '@hawser/link/folder-identity.ts';
import { ensureHome, hawserHome } from '@hawser/link/home.ts';
import { type UserRulesFile, userRulesFile } from '@hawser/link/user-rules.ts';
import type { Arguments } from '../input/arguments.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { explainCall, tellExplanation } from '../tools/explain-call.ts';
import { findTool, noSuchTool } from '../tools/published-tools.ts';

const USAGE = 'hawser rules --help shows what can be said.';

export async function run({ positionals, options }: Arguments): Promise<number> {
	const home = hawserHome();
	const file = userRulesFile(home);
	const [action = 'list', ...rest] = positionals;
	switch (action) {
		case 'list':
			break;
		case 'add':
			ensureHome(home);
			await add(file, rest);
			break;
		case 'remove':
			await remove(file, rest);
			break;
		case 'explain':
			return explain(file, rest, options.json);
		default:
			throw new ToolError('E_INVALID_PARAMS', `"hawser rules ${action}" is not known.`, { hint: USAGE });
	}
	show(file, options.json);
	return file.read().problem === undefined ? 0 : 2;
}

/** Says what would become of a call, by the rules as they are. */
async function explain(file: UserRulesFile, [name = '', ...words]: readonly string[], json: boolean): Promise<number> {
	const tool = findTool(name);
	if (!tool) {
		throw noSuchTool(name);
	}
	const { agent = 'an agent', folder = '.', ...input } = Object.fromEntries(words.map(readField));
	// As a window that is started from this shell.
	const known = withEnvironmentRules(file, process.env).read();
	const explained = await explainCall({ tool, input, agent, folder: realFolder(folder) }, known);
	if (json) {
		printJson({ ...explained, ...(known.problem !== undefined && { problem: known.problem }) });
	} else {
		print(tellExplanation(explained, known));
		tellProblem(file, known);
	}
	return known.problem === undefined ? 0 : 2;
}

function show(file: UserRulesFile, json: boolean): void {
	const { rules, problem } = file.read();
	if (json) {
		printJson({ file: file.path, rules, ...(problem !== undefined && { problem }) });
		return;
	}
	const lines = rules.map((rule, index) => `${index + 1}  ${describeRule(rule)}`);
	print(
		lines.length > 0 ? lines.join('\n') : 'There are no rules: what agents may do is decided by hawser.mode alone.',
	);
	tellProblem(file, { problem });
}

function tellProblem({ path }: UserRulesFile, { problem }: { problem?: string | undefined }): void {
	if (problem !== undefined) {
		print(`\n${path}: ${problem}\nUntil that is mended, windows ask before agents change or run anything.`);
	}
}

async function add(file: UserRulesFile, [decision, ...words]: readonly string[]): Promise<void> {
	const rule = ruleFromTexts({ decision: decision ?? '', ...Object.fromEntries(words.map(readField)) });
	if (typeof rule === 'string') {
		throw new ToolError('E_INVALID_PARAMS', rule, { hint: USAGE });
	}
	await change(file, rules => [...rules, rule]);
}

async function remove(file: UserRulesFile, [number]: readonly string[]): Promise<void> {
	const index = Number(number) - 1;
	await change(file, rules => {
		if (rules[index] === undefined) {
			throw new ToolError('E_INVALID_PARAMS', `There is no rule ${number ?? ''}; "hawser rules" numbers them.`, {
				hint: USAGE,
			});
		}
		return rules.filter((_, at) => at !== index);
	});
}

async function change(file: UserRulesFile, edit: (rules: readonly Rule[]) => readonly Rule[]): Promise<void> {
	const { problem } = file.read();
	if (problem !== undefined) {
		throw new ToolError('E_INVALID_REQUEST', `${file.path}: ${problem}`, { hint: 'Mend or delete the file.' });
	}
	await file.change(edit);
}

/** `tool=terminal_run`, `command='npm test'`, `effect=runs,lasts`, `folder=.` */
function readField(word: string): [string, string] {
	const at = word.indexOf('=');
	if (at <= 0) {
		throw new ToolError('E_INVALID_PARAMS', `"${word}" is not name=value, such as tool=terminal_run.`, { hint: USAGE });
	}
	const name = word.slice(0, at);
	const value = word.slice(at + 1);
	if (value === '') {
		throw new ToolError('E_INVALID_PARAMS', `"${word}" has no value; leave "${name}" out where it does not matter.`, {
			hint: USAGE,
		});
	}
	return [name, name === 'folder' ? realFolder(value) : value];
}
