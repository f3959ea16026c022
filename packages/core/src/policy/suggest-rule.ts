import { describeEffect } from '../contract/effects.ts';
import { allowsCommand, isForWholeLine, isWholeLine } from './command-rules.ts';
import { digestOfAll, type PolicyCall } from './decide.ts';
import { runsNamedScript, wordsToScript } from './package-scripts.ts';
import { plainCommands } from './plain-commands.ts';
import type { Rule, RuleEffect } from './rule.ts';
import { nameOf, runsItsArguments } from './running-programs.ts';

/**
 * The rule that a longer yes to this call makes: the same tool, and for a command line its first words, or the line as it is. Where it is
 * known what one script or task does, the rule holds for exactly that.
 */
export function suggestRule(call: Pick<PolicyCall, 'tool' | 'command' | 'digests'>): Rule {
	const { tool, command, digests = [] } = call;
	const digest = digestOfAll(call);
	const words = command && (command.ordinaryShell ? firstWords(command.line) : [command.line.trim()]);
	// Of several commands, only a rule about the whole line can say that the digests of all of them are meant.
	const isKnown = digests.length === 1 || command === undefined || isWholeLine(words ?? [], command);
	return {
		decision: 'allow',
		tool,
		...(words && { command: words }),
		...(digest !== undefined && isKnown && { digest }),
	};
}

/** A subcommand such as `test` in `npm test` belongs to what is allowed; options and files do not. */
function firstWords(line: string): readonly string[] {
	const commands = plainCommands(line);
	const [words = []] = commands ?? [];
	const [, second = ''] = words;
	if (commands?.length !== 1) {
		return [line.trim()];
	}
	// Of a script its name belongs to it, and an option may stand before what is done: `npm --prefix x publish`.
	if (runsItsArguments(words) || second.startsWith('-')) {
		return words;
	}
	// It lists the scripts, and as the beginning of a line it would run all of them.
	if (runsNamedScript(words) && words.length === 2) {
		return [line.trim()];
	}
	const first = runsNamedScript(words) ? words.slice(0, wordsToScript(words)) : withCommand(words);
	if (!first) {
		return [line.trim()];
	}
	// A yes that would not hold for the very line that it was given to would be asked for again and again.
	return allowsCommand([first], { line, ordinaryShell: true }) ? first : words;
}

/** Undefined where too few words stand there to say what is done. */
function withCommand(words: readonly string[]): readonly string[] | undefined {
	const [least, most] = wordsToVerb(words);
	const end = words.findIndex((word, index) => index > 0 && !/^[a-z][\w:-]*$/.test(word));
	const plain = end === -1 ? words : words.slice(0, end);
	return plain.length < least ? undefined : plain.slice(0, most);
}

function wordsToVerb([program = '', ...rest]: readonly string[]): WordCount {
	const keys = [2, 1, 0].map(count => [nameOf(program), ...rest.slice(0, count)].join(' '));
	const key = keys.find(candidate => Object.hasOwn(NOUN_FIRST, candidate));
	return (key === undefined ? undefined : NOUN_FIRST[key]) ?? [1, 2];
}

/** The least and the most words that belong to a rule. */
type WordCount = readonly [least: number, most: number];

const THREE: WordCount = [3, 3];
/** Nouns stand in each other, nobody knows how deep: `gcloud compute instances list`. */
const ALL: WordCount = [3, Number.POSITIVE_INFINITY];
/** What stands behind them goes to another program. */
const WHOLE_LINE: WordCount = [Number.POSITIVE_INFINITY, 0];

/** Programs, and commands of programs, with a noun before the verb: `gh pr` is to look at one as well as to merge it. */
const NOUN_FIRST: Readonly<Partial<Record<string, WordCount>>> = {
	...each('', THREE, ['argocd', 'aws', 'consul', 'fly', 'flyctl', 'gh', 'glab', 'hcloud', 'ip', 'linode-cli', 'nmcli']),
	...each('', THREE, ['nomad', 'op', 'pulumi', 'stripe', 'supabase', 'vercel']),
	...each('', ALL, ['az', 'doctl', 'gcloud', 'ibmcloud', 'oci', 'openstack', 'scw', 'wrangler']),
	...each('gh ', WHOLE_LINE, ['gist clone', 'repo clone', 'repo fork']),
	...each('git ', THREE, ['bundle', 'lfs', 'maintenance', 'notes', 'reflog', 'remote', 'sparse-checkout', 'stash']),
	...each('git ', THREE, ['worktree']),
	...each('npm ', THREE, ['access', 'cache', 'dist-tag', 'hook', 'org', 'owner', 'profile', 'team', 'token']),
	...each('pnpm ', THREE, ['cache', 'store']),
	...each('yarn ', THREE, ['cache', 'npm']),
	...each('pip ', THREE, ['cache']),
	...each('uv ', THREE, ['cache', 'pip', 'python', 'self']),
	...each('conda ', THREE, ['env']),
	...each('poetry ', THREE, ['cache', 'env', 'self', 'source']),
	...each('dotnet ', ALL, ['ef', 'nuget', 'sln', 'user-secrets', 'workload']),
	...each('rustup ', THREE, ['component', 'override', 'self', 'target', 'toolchain']),
	...each('brew ', THREE, ['bundle', 'services']),
	...each('helm ', THREE, ['dependency', 'plugin', 'registry', 'repo']),
	...each('terraform ', THREE, ['providers', 'state', 'workspace']),
	...each('tofu ', THREE, ['providers', 'state', 'workspace']),
};

function each(before: string, count: WordCount, names: readonly string[]): Readonly<Record<string, WordCount>> {
	return Object.fromEntries(names.map(name => [`${before}${name}`, count]));
}

/** The rule in a sentence for the user. */
export function describeRule({ decision, tool, effect, agent, folder, path, command, digest, until }: Rule): string {
	const what = [tool ?? 'every tool', ...(effect ? [describeEffects(effect)] : [])].join(' ');
	return [
		`${decision} ${what}`,
		...(command
			? [`${isForWholeLine(command) ? 'with the line' : 'with commands that begin with'}: ${command.join(' ')}`]
			: []),
		...(path === undefined ? [] : [`on ${path}`]),
		...(agent === undefined ? [] : [`by ${agent}`]),
		...(folder === undefined ? [] : [`in ${folder}`]),
		...(digest === undefined ? [] : [`as long as what it runs stays the same (${digest.slice(0, 8)})`]),
		...(until === undefined ? [] : [`until ${until}`]),
	].join(', ');
}

function describeEffects(effects: readonly RuleEffect[]): string {
	return `that ${effects.map(effect => (effect === 'guarded' ? 'does what is guarded' : describeEffect(effect))).join(' or ')}`;
}
