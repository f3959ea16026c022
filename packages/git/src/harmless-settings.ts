/** True when a value of the setting is harmless. */
type Check = (value: string) => boolean;

const ANY: Check = () => true;
const BOOLEAN: Check = value => /^(true|false|yes|no|on|off|0|1|)$/i.test(value);
const names = (text: string): Record<string, Check> => Object.fromEntries(text.split(' ').map(name => [name, ANY]));

/**
 * Settings that start no program and open no file, whatever their value, unless a check says which values do not. What is not
 * here is taken for dangerous: git gets new settings with every version.
 */
const PLAIN: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
	core: {
		...names('repositoryformatversion filemode bare worktree logallrefupdates ignorecase precomposeunicode symlinks'),
		...names('autocrlf eol safecrlf quotepath abbrev compression loosecompression sharedrepository preloadindex'),
		...names('untrackedcache commitgraph multipackindex splitindex checkstat trustctime protecthfs protectntfs'),
		...names('longpaths fscache hidedotfiles whitespace commentchar commentstring sparsecheckout sparsecheckoutcone'),
		// As a switch it means git's own monitor, which is off anyway; any other value is a program.
		fsmonitor: BOOLEAN,
	},
	extensions: names('worktreeconfig objectformat refstorage partialclone relativeworktrees noop preciousobjects'),
	user: names('name email signingkey useconfigonly'),
	author: names('name email'),
	committer: names('name email'),
	commit: names('gpgsign status verbose cleanup'),
	tag: names('gpgsign forcesignannotated sort'),
	gpg: { format: value => /^(openpgp|ssh|x509)$/i.test(value) },
	init: names('defaultbranch'),
	pull: names('rebase ff'),
	push: names('default autosetupremote followtags'),
	fetch: names('prune prunetags parallel writecommitgraph'),
	merge: names('ff conflictstyle renames renamelimit log directoryrenames'),
	rebase: names('autosquash autostash updaterefs'),
	rerere: names('enabled autoupdate'),
	diff: names('algorithm renames renamelimit mnemonicprefix noprefix context indentheuristic colormoved'),
	log: names('date decorate follow abbrevcommit'),
	status: names('showuntrackedfiles branch short aheadbehind renames renamelimit relativepaths showstash'),
	branch: names('autosetupmerge autosetuprebase sort'),
	checkout: names('guess defaultremote workers'),
	remote: names('pushdefault'),
	submodule: names('active'),
	worktree: names('guessremote userelativepaths'),
	index: names('version threads sparse skiphash'),
	feature: names('manyfiles experimental'),
	gc: names('auto autopacklimit'),
	maintenance: names('auto strategy'),
	pack: names('threads'),
	i18n: names('commitencoding logoutputencoding'),
	http: names('postbuffer version'),
	color: names('ui branch diff status'),
	gui: names('wmstate geometry encoding'),
	lfs: names('repositoryformatversion'),
};

/** The same for settings of something that has a name: `branch.<name>.merge`. */
const NAMED: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
	branch: names('remote pushremote merge rebase description'),
	remote: {
		...names('fetch push tagopt prune prunetags mirror skipdefaultupdate skipfetchall promisor partialclonefilter'),
		// `ext::program` starts one, and other schemes of that form start helpers.
		url: isPlainAddress,
		pushurl: isPlainAddress,
	},
	submodule: {
		...names('active branch ignore fetchrecursesubmodules shallow'),
		url: isPlainAddress,
		update: value => /^(checkout|rebase|merge|none)$/.test(value),
	},
	// Git LFS notes these down by itself, per server.
	lfs: names('access locksverify'),
};

/** Variables of git have no hyphen; these are notes of other programs, such as the editor's `vscode-merge-base`. */
const NOTES = /^(branch|remote)\..+\.[a-z]+(-[a-z0-9]+)+$/s;

function isPlainAddress(value: string): boolean {
	return !value.includes('::') && !value.startsWith('-');
}

/** These come from the user: they are set for all repositories, or given with this call. */
const OWN_SCOPES = ['system', 'global', 'command'];

/** Keys that the repository itself sets and that are not known to be harmless, from `git config --list --show-scope -z`. */
export function unsafeSettings(output: string): string[] {
	return [...new Set(ofRepository(output).flatMap(({ key, value }) => (isHarmless(key, value) ? [] : [key])))];
}

/** True when the repository names the folder of its files, as that of a submodule does. */
export function namesWorkingTree(output: string): boolean {
	return ofRepository(output).some(({ key }) => key === 'core.worktree');
}

const FILTER = /^filter\.(.+)\.[^.]+$/s;

/**
 * Settings that switch every filter off, also those of the user: the attributes of a repository choose among them, and they
 * start in its folder, where `python -m …` imports what lies there. Git LFS stays, which needs to know what its files hold.
 */
export function withoutFilters(output: string): Record<string, string> {
	const names = listed(output)
		.filter(({ key, value }) => !key.endsWith('.required') && !value.startsWith('git-lfs '))
		.flatMap(({ key }) => FILTER.exec(key)?.[1] ?? []);
	const off: Record<string, string> = {};
	for (const name of names) {
		for (const program of ['clean', 'smudge', 'process']) {
			off[`filter.${name}.${program}`] = '';
		}
		off[`filter.${name}.required`] = 'false';
	}
	return off;
}

function ofRepository(output: string): readonly Setting[] {
	return listed(output).filter(({ scope }) => !OWN_SCOPES.includes(scope));
}

interface Setting {
	scope: string;
	key: string;
	value: string;
}

function listed(output: string): readonly Setting[] {
	const parts = output.split('\0');
	const settings: Setting[] = [];
	for (let index = 0; index + 1 < parts.length; index += 2) {
		const [scope = '', entry = ''] = parts.slice(index, index + 2);
		const end = entry.indexOf('\n');
		// A key without a value is a switch that is on.
		settings.push(
			end < 0 ? { scope, key: entry, value: 'true' } : { scope, key: entry.slice(0, end), value: entry.slice(end + 1) },
		);
	}
	return settings;
}

function isHarmless(key: string, value: string): boolean {
	const first = key.indexOf('.');
	const last = key.lastIndexOf('.');
	const table = first === last ? PLAIN : NAMED;
	const section = Object.entries(table).find(([name]) => name === key.slice(0, first))?.[1] ?? {};
	const check = Object.entries(section).find(([name]) => name === key.slice(last + 1))?.[1];
	return check?.(value) ?? NOTES.test(key);
}
