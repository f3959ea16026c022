import type { Say } from './manifest-texts.ts';

interface Step {
	id: string;
	title: string;
	text: string;
	/** Buttons, by the command that each runs. */
	buttons: Readonly<Record<string, string>>;
	/** Signs that the step is done, beside a press of a button. */
	doneBy?: readonly string[];
	media: { image: string; altText: string } | { markdown: string };
}

const MEDIA = 'media/walkthrough';

const STEPS: readonly Step[] = [
	{
		id: 'connect',
		title: 'Connect your agents',
		text: 'Tell Claude Code, Codex, Gemini CLI, Copilot CLI or any other MCP client where this window is. Hawser finds the ones on this machine, and shows what it writes before it writes it. In this folder Claude Code needs nothing.',
		buttons: {
			'hawser.setUpAgents': 'Set Up the Agents on This Machine',
			'hawser.connectAgent': 'Connect One by Hand',
		},
		doneBy: ['onContext:hawser.agentSeen'],
		media: { markdown: `${MEDIA}/connect.md` },
	},
	{
		id: 'ask',
		title: 'Ask one something',
		text: 'Start your agent in this folder, and ask it what only the editor knows: problems, references, what the debugger sees. It needs no special words.',
		buttons: { 'workbench.action.terminal.new': 'Open a Terminal' },
		doneBy: ['onContext:hawser.agentSeen'],
		media: { markdown: `${MEDIA}/ask.md` },
	},
	{
		id: 'see',
		title: 'See what it does',
		text: 'Every call appears as it happens: what it is, on what, how long it takes and how it ends. Stop one, read what it was told, or pause all agents.',
		buttons: { 'hawser.showActivity': 'Show Activity' },
		doneBy: ['onView:hawser.activity'],
		media: {
			image: `${MEDIA}/activity.jpg`,
			altText: 'The view Activity with an agent and its calls, one of them running.',
		},
	},
	{
		id: 'decide',
		title: 'Decide what agents may do',
		text: 'Let them only look, be asked before each change and see it as a diff, or let them work and be asked about what is dangerous. Rules say more about single tools, folders and commands.',
		buttons: { 'hawser.chooseMode': 'Choose What Agents May Do', 'hawser.showRules': 'Rules for Agents' },
		media: {
			image: `${MEDIA}/question.jpg`,
			altText: 'A question of an agent with the buttons Allow, Always and Deny.',
		},
	},
	{
		id: 'undo',
		title: 'Take it back',
		text: 'What an agent writes is kept with the text before. Look at it as a diff, and take back one change or all of them; what you have written since stays.',
		buttons: { 'hawser.changes.focus': 'Show Changes' },
		doneBy: ['onView:hawser.changes'],
		media: { markdown: `${MEDIA}/undo.md` },
	},
];

/** The guide for the first minutes, as the manifest has it. */
export function walkthrough(say: Say): object {
	return {
		id: 'hawser.start',
		title: say('walkthrough', 'Get Started with Hawser'),
		description: say(
			'walkthrough.description',
			'Let your agents use what this window knows, watch them, and stay in charge.',
		),
		icon: 'media/hawser.svg',
		steps: STEPS.map(({ id, title, text, buttons, doneBy = [], media }) => ({
			id: `hawser.${id}`,
			title: say(`walkthrough.${id}`, title),
			description: say(`walkthrough.${id}.description`, describe(text, buttons)),
			completionEvents: [...Object.keys(buttons).map(command => `onCommand:${command}`), ...doneBy],
			media: 'image' in media ? { ...media, altText: say(`walkthrough.${id}.picture`, media.altText) } : media,
		})),
	};
}

function describe(text: string, buttons: Step['buttons']): string {
	return [text, ...Object.entries(buttons).map(([command, label]) => `[${label}](command:${command})`)].join('\n\n');
}
