import type { CommandFacts } from '../../ports/commands.ts';

/** Commands with every word of the query in title or id, the best first. */
export function rankCommands(commands: readonly CommandFacts[], query: string): readonly CommandFacts[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const whole = words.join(' ');
	return commands
		.map(command => ({ command, score: scoreOf(command, words, whole) }))
		.filter(({ score }) => score > 0)
		.sort((left, right) => right.score - left.score || left.command.title.length - right.command.title.length)
		.map(({ command }) => command);
}

function scoreOf({ id, title }: CommandFacts, words: readonly string[], whole: string): number {
	const name = title.toLowerCase();
	const lowerId = id.toLowerCase();
	if (lowerId === whole || name === whole) {
		return 100;
	}
	if (!words.every(word => name.includes(word) || lowerId.includes(word))) {
		return 0;
	}
	const inTitle = words.filter(word => new RegExp(`\\b${word.replaceAll(/\W/g, '\\$&')}`).test(name)).length;
	return 1 + 10 * inTitle + (name.includes(whole) ? 20 : 0) + (name.endsWith(`: ${whole}`) ? 20 : 0);
}
