/**
 * Words of other systems for our arguments, without capitals and signs. A word may stand for several: it counts
 * for a tool only where one of them alone is its argument.
 */
const OTHER_WORDS: Readonly<Partial<Record<string, readonly string[]>>> = {
	path: [
		...['file', 'filename', 'filepath', 'fileuri', 'uri', 'document', 'documenturi', 'targetfile', 'pathinproject'],
		...['absolutepath', 'relativepath', 'relativeworkspacepath', 'folder', 'folderpath', 'dir', 'dirpath', 'directory'],
		...['directorypath', 'program'],
	],
	paths: ['path', 'file', 'files', 'filepath', 'filepaths', 'filename', 'filenames', 'pathspec'],
	from: ['path', 'file', 'filepath', 'source', 'src', 'sourcepath', 'oldpath', 'olduri', 'frompath'],
	to: ['destination', 'dest', 'destinationpath', 'target', 'targetpath', 'newpath', 'newuri', 'topath'],
	outputPath: ['path', 'file', 'filepath', 'filename', 'output', 'outputfile'],
	cwd: ['workingdirectory', 'workdir', 'workingdir', 'directory', 'dir', 'folder'],
	repository: ['repo', 'repositorypath', 'repopath'],
	line: ['row', 'linenumber', 'lineno', 'startline', 'linenum'],
	column: ['character', 'col', 'columnnumber', 'startcolumn', 'startcharacter'],
	startLine: ['line', 'from', 'start', 'offset', 'fromline', 'firstline', 'linestart', 'startlinenumber'],
	endLine: ['to', 'end', 'toline', 'lastline', 'lineend', 'endlinenumber'],
	endColumn: ['endcharacter', 'endcol'],
	query: [
		...[
			'search',
			'searchtext',
			'searchterm',
			'searchquery',
			'searchstring',
			'text',
			'term',
			'keyword',
			'substring',
			'q',
		],
		...['name', 'filename', 'symbol', 'symbolname', 'testname', 'sql', 'sqlquery', 'statement', 'pattern'],
	],
	pattern: ['query', 'regex', 'regexp', 'search', 'text'],
	glob: ['pattern', 'globpattern', 'filepattern', 'include', 'includepattern'],
	include: ['path', 'paths', 'glob', 'globpattern', 'filepattern', 'includepattern', 'folder', 'directory', 'dir'],
	exclude: ['excludepattern', 'excludeglob', 'ignore'],
	regex: ['isregex', 'useregex', 'isregexp', 'regexp'],
	word: ['wholeword', 'matchwholeword'],
	ignored: ['includeignored'],
	limit: ['max', 'count', 'maxresults', 'maxcount', 'headlimit', 'numresults', 'topk'],
	depth: ['maxdepth'],
	context: ['contextlines', 'linesofcontext'],
	contextLines: ['context'],
	symbol: [
		'name',
		'symbolname',
		'identifier',
		'function',
		'functionname',
		'method',
		'methodname',
		'class',
		'classname',
	],
	newName: ['name', 'newsymbolname', 'renameto'],
	text: [
		...[
			'content',
			'contents',
			'filetext',
			'filecontent',
			'filecontents',
			'newtext',
			'newcontent',
			'newcontents',
			'newcode',
		],
		...['code', 'body', 'replacement', 'input', 'message'],
	],
	proposed: ['text', 'content', 'contents', 'newtext', 'newcontent', 'newcontents', 'newfilecontents', 'modified'],
	edits: ['changes', 'replacements'],
	oldText: ['oldstring', 'oldstr', 'old', 'oldcode', 'original', 'search', 'find'],
	newText: ['newstring', 'newstr', 'new', 'newcode', 'replace', 'replacement', 'replacewith'],
	all: ['replaceall'],
	name: [
		...[
			'task',
			'taskname',
			'tasklabel',
			'label',
			'branch',
			'branchname',
			'test',
			'testname',
			'variable',
			'variablename',
		],
	],
	id: ['command', 'commandid', 'guide', 'guideid', 'doc', 'docid', 'testid', 'actionid'],
	ids: ['tests', 'testids'],
	key: ['setting', 'settingkey', 'settingname', 'name', 'section'],
	value: ['newvalue', 'val'],
	command: ['cmd', 'commandline', 'shellcommand', 'script'],
	terminal: ['terminalid', 'terminalname'],
	background: ['isbackground', 'runinbackground'],
	configuration: ['name', 'configurationname', 'configname', 'launchconfiguration', 'launch'],
	timeout: ['timeoutms'],
	functionName: ['function', 'name'],
	expression: ['expr', 'variable', 'code'],
	table: ['tablename', 'tables', 'tablenames', 'name'],
	evaluate: ['expressions', 'expression', 'watch', 'watches', 'variables'],
	database: ['db', 'databasename', 'dbname', 'connection'],
	params: ['parameters', 'args', 'values', 'bindings'],
	args: ['arguments', 'argv', 'params', 'parameters'],
	ref: ['commit', 'commithash', 'sha', 'hash', 'revision', 'rev', 'commitish'],
	startPoint: ['from', 'base'],
	message: ['msg', 'commitmessage', 'text'],
	severity: ['level', 'minseverity'],
	milliseconds: ['ms'],
	sessionId: ['session'],
	threadId: ['thread'],
	frameId: ['frame'],
	variablesReference: ['reference', 'variablereference'],
};

/** Words that ask for what every answer has anyway, or for what nobody has; without capitals and signs. */
const WITHOUT_EFFECT: readonly string[] = ['enrichwithflowspaceids', 'includelocation', 'includecontainer'];

export function hasNoEffect(word: string): boolean {
	return WITHOUT_EFFECT.includes(plainWord(word));
}

/** VSC-Bridge's address of a symbol: `method:src/cart.ts:Cart.total`. */
export function readNodeId(value: unknown): { path: string; symbol: string } | undefined {
	const [, path, symbol] = /^[^:]+:(.+):([^:]+)$/.exec(typeof value === 'string' ? value : '') ?? [];
	return path === undefined || symbol === undefined ? undefined : { path, symbol };
}

/** Words of users for the values of our lists of words, where a list has only one value that they could mean. */
const OTHER_VALUES: Readonly<Partial<Record<string, readonly string[]>>> = {
	pull: ['gitpull', 'update', 'download', 'getlatest'],
	push: ['gitpush', 'upload', 'publish', 'save', 'stash', 'putaside'],
	fetch: ['gitfetch', 'refresh', 'check'],
	sync: ['synchronise', 'synchronize', 'pullandpush', 'gitsync'],
	abort: ['cancel', 'undo', 'giveup'],
	continue: ['resume', 'finish'],
	apply: ['restore', 'unstash'],
	drop: ['remove', 'clear'],
	delete: ['remove', 'rm'],
	switch: ['checkout', 'change'],
	create: ['new', 'add'],
	ours: ['our', 'mine', 'current', 'head', 'local'],
	theirs: ['their', 'incoming', 'remote', 'other'],
	both: ['all', 'union'],
};

/** The value of a list that a word must mean; undefined when none or several could be meant. */
export function meantValue(word: string, values: readonly string[]): string | undefined {
	const plain = plainWord(word);
	const spelled = values.filter(value => plainWord(value) === plain);
	const found = spelled.length > 0 ? spelled : values.filter(value => OTHER_VALUES[value]?.includes(plain));
	return found.length === 1 ? found[0] : undefined;
}

/** `file_path`, `filePath` and `file-path` are the same word to everybody. */
export function plainWord(name: string): string {
	return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Which of a tool's arguments a word that it does not take may stand for. */
export function meantBy(word: string, names: readonly string[]): readonly string[] {
	const plain = plainWord(word);
	const spelled = names.filter(name => plainWord(name) === plain);
	return spelled.length > 0 ? spelled : names.filter(name => OTHER_WORDS[name]?.includes(plain));
}

/** True when a value means the same under the other name: a pattern is no plain text, and no glob either, unless it looks like one. */
export function meansTheSame(word: string, name: string, value: unknown): boolean {
	if (plainWord(word) !== 'pattern' || typeof value !== 'string') {
		return true;
	}
	const special = /[\\^$.*+?()[\]{}|]/.test(value);
	return name === 'query' ? !special : name === 'glob' ? /[*?{[/]/.test(value) : true;
}
