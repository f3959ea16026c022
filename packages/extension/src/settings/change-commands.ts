/** The view with what agents have changed. */
export const CHANGES_VIEW = {
	id: 'hawser.changes',
	name: 'Changes',
	icon: 'media/hawser.svg',
	contextualTitle: 'Changes of Agents',
	/** Its share of the height beside the view of activity, which has 3; VS Code counts a view that says nothing as 20. */
	initialSize: 2,
	/** What the view says while there is nothing in it. */
	welcome: [
		'What agents change in your files appears here, whether they write through Hawser or with tools of their own.',
		'Look at each change, and undo a file, a call, or everything of one agent. Your own work stays.',
		'[Connect an Agent](command:hawser.connectAgent)',
	].join('\n'),
} as const;

interface ChangeCommandFacts {
	title: string;
	/** Name of a codicon. */
	icon: string;
	/** Entries that have it: a word of their context. */
	onEntries?: string;
	/** A button on the entry as well as a line of its menu. */
	inline?: boolean;
	inTitle?: boolean;
	inPalette?: boolean;
	key?: { key: string; mac?: string };
}

/** The commands of the view. */
export const CHANGE_COMMANDS = {
	'hawser.showChanges': { title: 'Show Changes of Agents', icon: 'history', inPalette: true },
	'hawser.reviewChanges': {
		title: 'Review All Changes That Nobody Has Looked At',
		icon: 'diff-multiple',
		inTitle: true,
		inPalette: true,
	},
	'hawser.markAllChangesSeen': { title: 'Mark All as Seen', icon: 'check-all', inTitle: true, inPalette: true },
	'hawser.toggleFollow': { title: 'Follow Agents', icon: 'eye', inTitle: true, inPalette: true },
	'hawser.openChange': { title: 'Review', icon: 'diff-multiple', onEntries: 'agent|call|file', inline: true },
	'hawser.openChangedFile': { title: 'Open File', icon: 'go-to-file', onEntries: 'file' },
	'hawser.markChangeSeen': {
		...{ title: 'Mark as Seen', icon: 'check', onEntries: 'unseen', inline: true },
		key: { key: 'shift+enter' },
	},
	'hawser.undoChange': {
		...{ title: 'Undo', icon: 'discard', onEntries: 'undoable', inline: true },
		key: { key: 'delete', mac: 'cmd+backspace' },
	},
	'hawser.showMoreChanges': { title: 'Show More', icon: 'ellipsis' },
} as const satisfies Record<`hawser.${string}`, ChangeCommandFacts>;

export type ChangeCommandName = keyof typeof CHANGE_COMMANDS;

/** Contributions to the manifest. */
export function changeContributions() {
	const commands: [string, ChangeCommandFacts][] = Object.entries(CHANGE_COMMANDS);
	const view = `view == ${CHANGES_VIEW.id}`;
	const entries = commands.flatMap(([command, { onEntries }], index) =>
		onEntries === undefined
			? []
			: [{ command, when: `${view} && viewItem =~ /\\b(${onEntries})\\b/`, group: `1_changes@${index}` }],
	);
	return {
		commands: commands.map(([command, { title, icon }]) => ({
			...{ command, title, category: 'Hawser', icon: `$(${icon})` },
		})),
		menus: {
			'view/title': commands.flatMap(([command, { inTitle }], index) =>
				inTitle ? [{ command, when: view, group: `navigation@${index}` }] : [],
			),
			'view/item/context': [
				...entries,
				...entries
					.filter(({ command }) => commands.some(([name, { inline }]) => name === command && inline))
					.map((item, index) => ({ ...item, group: `inline@${index}` })),
			],
			commandPalette: commands.flatMap(([command, { inPalette }]) => (inPalette ? [] : [{ command, when: 'false' }])),
		},
		keybindings: commands.flatMap(([command, { key }]) =>
			key ? [{ command, ...key, when: `focusedView == ${CHANGES_VIEW.id} && listFocus && !inputFocus` }] : [],
		),
		viewsWelcome: [{ view: CHANGES_VIEW.id, contents: CHANGES_VIEW.welcome }],
	};
}
