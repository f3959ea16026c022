type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings under which git starts no program while it only looks, whatever the repository says: no file system monitor, no
 * gpg for signatures. A folder that merely looks like a bare repository, which any clone can contain, is none.
 */
const ALWAYS = {
	'core.fsmonitor': 'false',
	'log.showSignature': 'false',
	'safe.bareRepository': 'explicit',
};
/** A change runs the hooks, as it does for the user. */
const READING = { ...ALWAYS, 'core.hooksPath': '/dev/null' };

/** These name the user's own configuration and git's own programs. As relative paths they would lead into the repository. */
const PLACES = /^GIT_(CONFIG_GLOBAL|CONFIG_SYSTEM|EXEC_PATH)$/i;
const SWITCHES = /^GIT_CONFIG_NOSYSTEM$/i;
/** Who commits, and how other repositories are reached; a partial clone also fetches when a branch is switched. */
const FOR_EDITS =
	/^GIT_((AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|HTTP_\w+|ALLOW_PROTOCOL|PROTOCOL_FROM_USER)$/i;

/** `reads` leaves the repository alone, `edits` changes it here, and `syncs` speaks to another repository. */
export type GitEffect = 'reads' | 'edits' | 'syncs';

export interface GitOptionsEnvironment {
	effect: GitEffect;
	/** Separates the folders of PATH. */
	delimiter: string;
	isAbsolute: (path: string) => boolean;
	/** Further settings, by key. */
	settings?: Readonly<Record<string, string>>;
}

/**
 * The environment in which git runs. Of the variables that begin with GIT_ only known ones are handed on: others point git at
 * another repository, start programs, or write traces. Settings travel in variables, where no name can be split wrongly.
 */
export function gitEnvironment(inherited: Environment, environment: GitOptionsEnvironment): Record<string, string> {
	const { effect } = environment;
	return {
		...handedOn(inherited, environment),
		// Messages that we recognise are English.
		LANG: 'en_US.UTF-8',
		LC_ALL: 'en_US.UTF-8',
		// Nobody sits at this terminal.
		GIT_TERMINAL_PROMPT: '0',
		GIT_EDITOR: ':',
		GIT_SEQUENCE_EDITOR: ':',
		GIT_PAGER: 'cat',
		...(effect === 'reads' && {
			GIT_OPTIONAL_LOCKS: '0',
			// Objects that a partial clone lacks would be fetched, with a program that the repository names.
			GIT_NO_LAZY_FETCH: '1',
			GIT_ALLOW_PROTOCOL: 'none',
		}),
		// A question for a password would wait for ever behind a window that nobody looks at: without an answer at hand, git fails.
		...(effect !== 'edits' && {
			GIT_ASKPASS: '',
			SSH_ASKPASS: '',
			SSH_ASKPASS_REQUIRE: 'never',
			GCM_INTERACTIVE: 'never',
		}),
		...asVariables(gitSettings(environment)),
	};
}

export function gitSettings({
	effect,
	settings = {},
}: Pick<GitOptionsEnvironment, 'effect' | 'settings'>): Record<string, string> {
	return { ...(effect === 'reads' ? READING : ALWAYS), ...settings };
}

/** The same settings as options, for git before 2.31, which does not know the variables. */
export function gitOptions(settings: Readonly<Record<string, string>>): string[] {
	return Object.entries(settings)
		.filter(([key]) => !key.includes('='))
		.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
}

function asVariables(settings: Readonly<Record<string, string>>): Record<string, string> {
	const entries = Object.entries(settings);
	return {
		GIT_CONFIG_COUNT: String(entries.length),
		...Object.fromEntries(
			entries.flatMap(([key, value], index) => [
				[`GIT_CONFIG_KEY_${index}`, key],
				[`GIT_CONFIG_VALUE_${index}`, value],
			]),
		),
	};
}

function handedOn(inherited: Environment, environment: GitOptionsEnvironment): Record<string, string> {
	const { effect, isAbsolute, delimiter } = environment;
	const kept: Record<string, string> = {};
	for (const [name, value] of Object.entries(inherited)) {
		if (value === undefined) {
			continue;
		}
		if (/^PATH$/i.test(name)) {
			// A relative or empty entry means the working directory, which is the repository's.
			kept[name] = value
				.split(delimiter)
				.filter(folder => isAbsolute(folder))
				.join(delimiter);
		} else if (
			!/^GIT_/i.test(name) ||
			SWITCHES.test(name) ||
			(PLACES.test(name) && isAbsolute(value)) ||
			(effect !== 'reads' && FOR_EDITS.test(name))
		) {
			kept[name] = value;
		}
	}
	return kept;
}
