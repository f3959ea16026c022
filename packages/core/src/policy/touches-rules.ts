/**
 * True when a command line changes the user's rules, or speaks of their file or of the settings that say what agents may do. A fence
 * against accidents: a program can do the same without a word of it on the line.
 */
export function touchesRules(line: string): boolean {
	return (
		(/hawser/i.test(line) && CHANGE.test(line)) ||
		SETTINGS.test(line) ||
		(line.includes('rules.json') && /hawser/i.test(line))
	);
}

const CHANGE = /\brules\b[^;&|\n]*\b(?:add|remove)\b/;
const SETTINGS = /\bhawser\.(?:mode|agentModes)\b/;
