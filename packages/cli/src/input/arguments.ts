import { parseArgs } from 'node:util';
import { isProfile, PROFILES, type Profile } from '@hawser/core/contract/profiles.ts';
import { explainUnknownToolset } from '@hawser/core/contract/toolset-selection.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import generated from '../generated/manifest.json' with { type: 'json' };
import { TRANSPORTS, type TransportName } from '../transports/transport-names.ts';
import { type CommandFacts, type CommandName, commandFacts, type OptionName } from './command-table.ts';

/** The words after the command's name, read and checked. */
export interface Arguments {
	positionals: readonly string[];
	options: {
		workspace?: string;
		window?: string;
		json: boolean;
		help: boolean;
		timeout: number | undefined;
		/** Empty when not given. */
		toolsets: readonly string[];
		dialect?: string;
		profile?: Profile;
		/** The envelope beside the text, or the text alone; undefined when the client decides. */
		structured?: boolean;
		transport: TransportName;
		input?: string;
		words: boolean;
		yes: boolean;
		remove: boolean;
		all: boolean;
		list: boolean;
		project: boolean;
		http: boolean;
		skill: boolean;
		hooks: boolean;
		report: boolean;
		verbose: boolean;
		follow: boolean;
		/** Each as `key=value`. */
		params: readonly string[];
	};
}

export function parseArguments(command: CommandName, words: readonly string[]): Arguments {
	const facts = commandFacts(command);
	const { tokens, positionals } = parseArgs({
		args: [...words],
		options: parserOptions(facts),
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const given = new Map<string, string>();
	const loose: string[] = [];
	const params: string[] = [];
	for (const token of tokens) {
		if (token.kind !== 'option') {
			continue;
		}
		const { name, rawName, value } = token;
		const option = isOptionName(name, facts) ? facts.options[name] : undefined;
		if (option === undefined) {
			throw unknownOption(command, rawName, facts);
		}
		if (option.value !== undefined && (value === undefined || value === '')) {
			throw new ToolError('E_INVALID_PARAMS', `${rawName} needs a value: ${rawName} ${option.value}.`, {
				hint: usageHint(command),
			});
		}
		if (option.value === undefined && value !== undefined) {
			// --json='{…}': the switch, and what belongs beside it.
			loose.push(value);
		}
		if (name === 'param') {
			params.push(value ?? '');
		}
		given.set(name, value ?? '');
	}
	return { positionals: [...positionals, ...loose], options: { ...readOptions(command, given), params } };
}

function readOptions(command: CommandName, given: ReadonlyMap<string, string>): Omit<Arguments['options'], 'params'> {
	const workspace = given.get('workspace');
	const window = given.get('window');
	const input = given.get('input');
	const dialect = given.get('dialect');
	const profile = readProfile(command, given.get('profile'));
	return {
		...(profile !== undefined && { profile }),
		...(given.has('structured') && { structured: true }),
		...(given.has('text') && { structured: false }),
		...(workspace !== undefined && { workspace }),
		...(window !== undefined && { window }),
		...(input !== undefined && { input }),
		...(dialect !== undefined && { dialect }),
		json: given.has('json'),
		help: given.has('help'),
		words: given.has('words'),
		yes: given.has('yes'),
		remove: given.has('remove'),
		all: given.has('all'),
		list: given.has('list'),
		project: given.has('project'),
		http: given.has('http'),
		skill: given.has('skill'),
		hooks: given.has('hooks'),
		report: given.has('report'),
		verbose: given.has('verbose'),
		follow: given.has('follow'),
		transport: readTransport(command, given.get('transport')),
		timeout: readTimeout(command, given.get('timeout')),
		toolsets: readToolsets(command, given.get('toolsets')),
	};
}

function readTimeout(command: CommandName, text: string | undefined): number | undefined {
	if (text === undefined) {
		return undefined;
	}
	if (!/^[1-9]\d{0,8}$/.test(text)) {
		throw new ToolError('E_INVALID_PARAMS', `--timeout is a number of milliseconds, and "${text}" is not.`, {
			hint: usageHint(command),
		});
	}
	return Number(text);
}

function readTransport(command: CommandName, text = 'auto'): TransportName {
	const transport = TRANSPORTS.find(name => name === text);
	if (transport === undefined) {
		throw new ToolError('E_INVALID_PARAMS', `--transport is one of ${TRANSPORTS.join(', ')}, and "${text}" is not.`, {
			hint: usageHint(command),
		});
	}
	return transport;
}

function readProfile(command: CommandName, text: string | undefined): Profile | undefined {
	if (text === undefined || isProfile(text)) {
		return text;
	}
	throw new ToolError('E_INVALID_PARAMS', `--profile is one of ${PROFILES.join(', ')}, and "${text}" is not.`, {
		hint: usageHint(command),
	});
}

function readToolsets(command: CommandName, text = ''): string[] {
	const words = text.split(/[\s,]+/).filter(word => word !== '');
	const problem = explainUnknownToolset(
		words,
		generated.tools.map(({ name }) => name),
	);
	if (problem !== undefined) {
		throw new ToolError('E_INVALID_PARAMS', problem, { hint: usageHint(command) });
	}
	return words;
}

function parserOptions({ options }: CommandFacts): Record<string, { type: 'string' | 'boolean'; short?: string }> {
	return Object.fromEntries(
		Object.entries(options).map(([name, { value, short }]) => [
			name,
			{ type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) },
		]),
	);
}

function isOptionName(name: string, { options }: CommandFacts): name is OptionName {
	return Object.hasOwn(options, name);
}

function unknownOption(command: CommandName, rawName: string, { options }: CommandFacts): ToolError {
	const meant = nearestName(rawName.replace(/^-+/, ''), Object.keys(options));
	const advice = meant === undefined ? '.' : `; did you mean "--${meant}"?`;
	return new ToolError('E_INVALID_PARAMS', `hawser ${command} has no option "${rawName}"${advice}`, {
		hint: usageHint(command),
	});
}

export function usageHint(command: CommandName): string {
	return `Usage: ${commandFacts(command).usage}. More: hawser ${command} --help.`;
}
