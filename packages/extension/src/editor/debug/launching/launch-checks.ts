import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import * as vscode from 'vscode';
import { type Fields, fieldsIn, fieldsOf, listIn, textIn } from '../protocol/dap-values.ts';

/** Commands that ask the user something, by the names that extensions give them. */
const ASKING_COMMAND = /pick|ask|prompt|select|choose|input|getProgramName/i;
const TYPES_NAMED = 30;
const EDITOR_VARIABLE = /\$\{(file\w*|relativeFile\w*|lineNumber|columnNumber|selectedText)\}/;

/**
 * VS Code answers a configuration that it cannot start with a message that a user has to close, and does not return
 * before. So what can be known is checked first. Gives why the configuration cannot be started, or undefined.
 */
export function launchProblem(
	configuration: Fields,
	folder: vscode.WorkspaceFolder | undefined,
): ToolError | undefined {
	const name = textIn(configuration, 'name') ?? 'The configuration';
	const type = textIn(configuration, 'type');
	const types = debugTypes();
	if (type === undefined || !types.includes(type)) {
		const message = type === undefined ? `${name} has no "type".` : `No installed extension debugs "${type}".`;
		return new ToolError('E_DEBUGGER_MISSING', `${message} There are: ${summarize(types, TYPES_NAMED)}.`, {
			details: { types },
		});
	}
	const request = textIn(configuration, 'request');
	if (request !== 'launch' && request !== 'attach') {
		return new ToolError('E_LAUNCH_FAILED', `${name} has no "request", which must be "launch" or "attach".`, {
			hint: 'Add "request" to the configuration.',
		});
	}
	const texts = textsOf(configuration);
	const questions = texts
		.flatMap(questionsIn)
		.flatMap(({ whole, kind, id }) => (kind === 'input' || ASKING_COMMAND.test(id) ? [whole] : []));
	if (questions.length > 0) {
		const asked = [...new Set(questions)];
		return new ToolError('E_PROMPT_REQUIRED', `${name} would ask the user for ${asked.join(', ')}.`, {
			hint: `Pass the answers in "inputs", such as {${asked.map(question => `"${idOf(question)}": "…"`).join(', ')}}.`,
			details: { questions: asked },
		});
	}
	const ofEditor = texts.map(text => EDITOR_VARIABLE.exec(text)?.[0]).find(found => found !== undefined);
	if (ofEditor !== undefined && !vscode.window.activeTextEditor) {
		return new ToolError('E_LAUNCH_FAILED', `${name} uses ${ofEditor}, and no file is open in the editor.`, {
			hint: 'Open the file with editor_open first, or start with "path".',
		});
	}
	return programProblem(configuration, request, folder);
}

function programProblem(
	configuration: Fields,
	request: string,
	folder: vscode.WorkspaceFolder | undefined,
): ToolError | undefined {
	const program = textIn(configuration, 'program')?.replaceAll(
		'${workspaceFolder}',
		folder?.uri.fsPath ?? '${workspaceFolder}',
	);
	const known = request === 'launch' && program !== undefined && !program.includes('${') && isAbsolute(program);
	// js-debug takes a program without its extension.
	const there = known && ['', '.js', '.mjs', '.cjs'].some(extension => existsSync(program + extension));
	return known && !there
		? new ToolError('E_LAUNCH_FAILED', `The program ${program} does not exist.`, {
				hint: 'Build it first, or correct "program" in the configuration.',
				details: { program },
			})
		: undefined;
}

/** Puts the answers of the agent in the place of the questions to the user. */
export function withInputs(configuration: Fields, inputs: Record<string, string>): Fields {
	return fieldsOf(mapTexts(configuration, text => withAnswers(text, inputs)));
}

export function debugTypes(): readonly string[] {
	const types = vscode.extensions.all.flatMap(({ packageJSON }) =>
		listIn(fieldsIn(fieldsOf(packageJSON), 'contributes'), 'debuggers').flatMap(entry => textIn(entry, 'type') ?? []),
	);
	return [...new Set(types)].sort();
}

function idOf(question: string): string {
	return questionsIn(question)[0]?.id ?? question;
}

interface Question {
	whole: string;
	kind: string;
	id: string;
	start: number;
}

/** The `${input:…}` and `${command:…}` of a text, in one pass: where no brace closes any more, there are no further ones. */
function questionsIn(text: string): Question[] {
	const found: Question[] = [];
	const head = /\$\{(input|command):/g;
	for (let match = head.exec(text); match; match = head.exec(text)) {
		const from = match.index + match[0].length;
		const end = text.indexOf('}', from);
		if (end === -1) {
			break;
		}
		if (end > from) {
			const whole = text.slice(match.index, end + 1);
			found.push({ whole, kind: match[1] ?? '', id: text.slice(from, end), start: match.index });
			head.lastIndex = end + 1;
		}
	}
	return found;
}

function withAnswers(text: string, inputs: Record<string, string>): string {
	let result = '';
	let done = 0;
	for (const { whole, id, start } of questionsIn(text)) {
		result += text.slice(done, start) + (inputs[id] ?? whole);
		done = start + whole.length;
	}
	return result + text.slice(done);
}

/** All texts in it, names of fields as well: VS Code looks for variables in both. */
export function textsOf(value: unknown): readonly string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsOf) : [];
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') {
		return change(value);
	}
	if (Array.isArray(value)) {
		return value.map(item => mapTexts(item, change));
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
