import { proofInWords, requireProofs } from './compatibility/proofs.ts';
import { GENERATED_NOTE } from './markdown.ts';

interface Symptom {
	/** The words or the sight that a user has before them. */
	seen: string;
	why: string;
	/** What to do about it. */
	remedy: string;
	/** The test in which it happens. */
	proofs: readonly string[];
}

const SYMPTOMS: readonly Symptom[] = [
	{
		seen: '`[E_NO_WINDOW] No open window has the folder …`',
		why: 'The agent works in a folder that no window has open, or the window runs elsewhere (another user, a container, WSL).',
		remedy:
			'Open the folder in VS Code; the call works from then on, without a restart of the agent. `hawser windows` shows which windows there are, `--workspace` names another folder.',
		proofs: ['tests/editor/window-life.test.ts: a project that no window has open is said to have none'],
	},
	{
		seen: 'The agent does not list Hawser, because it was started before VS Code',
		why: 'Without `hawser setup` the entry is in the project only while a window has it open.',
		remedy: 'Run `hawser setup` once. Such a session lists the tools at once and works when the window opens.',
		proofs: [
			'tests/editor/agent-before-window.test.ts: an agent that starts before the window works as soon as it opens',
		],
	},
	{
		seen: 'Another project answers than the one that is meant',
		why: 'The window is found by the folder that the agent works in; a client such as Claude Desktop has none.',
		remedy: 'Start the agent in the project, give `--workspace FOLDER`, or give `projectRoot` in the call.',
		proofs: ['tests/editor/window-life.test.ts: the working directory of an agent decides which one answers'],
	},
	{
		seen: '`[E_NO_WINDOW]` although a window is open, without a folder',
		why: 'A window without a folder stands for the files it has open.',
		remedy: 'Open the folder, or name the window: `hawser mcp --window ID`, with the id that `hawser windows` shows.',
		proofs: ['tests/editor/window-without-folder.test.ts: a window without a folder is reached as the only one'],
	},
	{
		seen: '*Hawser could not start: Port … is taken by another program*',
		why: '`hawser.port` asks for one port, and another program has it.',
		remedy: 'Set `hawser.port` to `"auto"` or to a range; the window starts at once.',
		proofs: ['tests/editor/settings.test.ts: a port that is taken is told in a toast without buttons'],
	},
	{
		seen: '*Hawser could not start: The setting hawser.port is wrong*',
		why: 'The value is neither `"auto"`, nor a number from 0 to 65535, nor a range, nor `null`.',
		remedy: 'Correct the setting; the rest of the window works meanwhile.',
		proofs: ['tests/editor/settings.test.ts: property 4 in a window'],
	},
	{
		seen: 'Status 401, `[E_UNAUTHORIZED]`',
		why: 'The token in the client’s configuration is missing, or it was renewed.',
		remedy: '`hawser headers` prints the right one; a client that starts `hawser mcp` needs none.',
		proofs: ['tests/editor/settings.test.ts: renewing the token locks out whoever has the old one'],
	},
	{
		seen: 'Status 403, `[E_FORBIDDEN]`',
		why: 'The request comes from a web page, or through another name or port than the window’s.',
		remedy: 'Call `127.0.0.1` with the port of the window, from a program. Web pages are kept out on purpose.',
		proofs: ['tests/editor/http-guards.test.ts: a request is refused before its body is read'],
	},
	{
		seen: 'A client looks for OAuth, or asks to log in',
		why: 'Its first request was refused, mostly for a missing token, and it looks for another way in.',
		remedy: 'There is no OAuth. Connect through `hawser mcp`, or give the header that `hawser headers` prints.',
		proofs: ['tests/editor/http-guards.test.ts: whoever looks for OAuth is told how to connect instead'],
	},
	{
		seen: '`[E_TOOL_DISABLED]`, or a tool is not listed',
		why: '`hawser.toolsets`, yours or the workspace’s, or `--toolsets` leaves it out. Some tools are listed only when their toolset is named.',
		remedy: 'Name the toolset in `hawser.toolsets`. `hawser tools` lists all of them.',
		proofs: [
			'tests/editor/settings.test.ts: hawser.toolsets decides what is listed, and connected clients hear of a change',
		],
	},
	{
		seen: 'The editor’s chat shows every tool twice, or none',
		why: '`hawser.chat` decides whether the chat has them from the extension, over MCP, or not at all.',
		remedy:
			'Set it to `"tools"`; VS Code reads `.mcp.json` too, and Hawser lists nothing there to a chat that has the tools.',
		proofs: [
			'tests/editor/language-model.test.ts: shows those of the extension once, though VS Code reads .mcp.json as well',
		],
	},
	{
		seen: '`[E_UNTRUSTED_WORKSPACE]`',
		why: 'The workspace is not trusted, so only tools that read run, and its settings do not count.',
		remedy: 'Trust the workspace in VS Code, if you do.',
		proofs: [
			'tests/editor/settings.test.ts: a workspace that is not trusted: reading works, and its own settings do not count',
		],
	},
	{
		seen: 'A call does not come back, or `[E_DENIED]`',
		why: 'The window asks you something: the view *Hawser* in the activity bar has the question.',
		remedy: 'Answer it there. The status bar shows that there is one, also with *Do Not Disturb*.',
		proofs: [
			'tests/editor/questions.test.ts: in Do Not Disturb, with the side bar closed: the view opens, the icon counts, the status bar says it',
		],
	},
	{
		seen: '`freshness: not_ready`, or `[E_NOT_READY]`',
		why: 'The language server is still reading the project, so an answer now would be a part of the truth.',
		remedy: 'Call again. `symbol_languages` tells which server is loading.',
		proofs: ['tests/editor/language-truth.test.ts'],
	},
	{
		seen: '`[E_NO_LANGUAGE_SERVER]`',
		why: 'No installed extension answers this question about the language.',
		remedy: 'Install one, or ask `text_search`. `symbol_languages` tells who serves which language.',
		proofs: ['tests/editor/symbols.test.ts: E_NO_LANGUAGE_SERVER'],
	},
	{
		seen: '`[E_FILE_DIRTY]` or `[E_FILE_CHANGED]`',
		why: 'The file has edits that you have not saved, or has changed since the agent read it.',
		remedy: 'The agent reads the file again and repeats the edit; nothing of yours is written over.',
		proofs: ['tests/editor/writing.test.ts: unsaved edits are not written over before the agent has seen them'],
	},
	{
		seen: '`[E_TIMEOUT]`',
		why: 'The tool took longer than its limit.',
		remedy: 'Ask for less, or give `timeout` (`hawser call --timeout`, up to ten minutes).',
		proofs: ['tests/editor/debug-errors.test.ts: criterion 9: timeout handling'],
	},
	{
		seen: 'A sandbox or container cannot reach the window',
		why: 'It shares the folder and not the network.',
		remedy: 'Run *Hawser: Allow the File Bridge in This Folder*; `hawser mcp` then calls by files, without being told.',
		proofs: ['tests/editor/file-bridge.test.ts: hawser mcp works by files, without being told'],
	},
	{
		seen: '*No DB connected*, or `[E_NO_DATABASE]`',
		why: 'No file of the project names a database, and no SQLite file was found.',
		remedy: 'Enter it in `hawser.databases`.',
		proofs: ['tests/editor/databases.test.ts: a project without a database has none connected'],
	},
];

/** A guide by symptom; each symptom happens in the test that is named. Throws when such a test is not there. */
export function troubleshootingPage(read: (path: string) => string): string {
	requireProofs(
		'docs/how/troubleshooting.md',
		SYMPTOMS.flatMap(({ proofs }) => proofs),
		read,
	);
	return [
		'<!-- when: When Hawser does not answer, answers with an error code, or the wrong project answers. -->',
		'<!-- tags: setup, errors -->',
		GENERATED_NOTE,
		'',
		'# Troubleshooting, by symptom',
		'',
		'`hawser doctor` looks for what is wrong and says what to do; `hawser doctor --report` writes it down for an issue. Every symptom below happens in the test that is named, so',
		'that its remedy stays true. All codes are in [error-codes.md](../error-codes.md).',
		...SYMPTOMS.flatMap(({ seen, why, remedy, proofs }) => [
			'',
			`## ${seen}`,
			'',
			why,
			'',
			`**${remedy.slice(0, firstSentence(remedy))}**${remedy.slice(firstSentence(remedy))}`,
			'',
			`*Reproduced in ${proofs.map(proofInWords).join(', ')}.*`,
		]),
		'',
	].join('\n');
}

/** Where the first sentence ends: what to do; the rest says more about it. */
function firstSentence(text: string): number {
	const end = text.search(/[.;](?: |$)/);
	return end === -1 ? text.length : end + 1;
}
