import { isAbsolute } from 'node:path';
import { parseRules, readRulesAt, type UserRules, type UserRulesFile } from './user-rules.ts';

/** The name of the variable with more rules: a path, or the rules themselves as JSON. */
export const RULES_VARIABLE = 'HAWSER_RULES';

/**
 * The user's rules together with those of the environment that started the editor, for machines where nobody answers. No workspace can
 * set variables of the process that starts it. They are read once, because the environment does not change.
 */
export function withEnvironmentRules(file: UserRulesFile, environment: NodeJS.ProcessEnv): UserRulesFile {
	const value = environment[RULES_VARIABLE]?.trim() ?? '';
	if (value === '') {
		return file;
	}
	const given = readGiven(value);
	return {
		...file,
		read() {
			const { rules, problem = given.problem } = file.read();
			const all = { rules: [...given.rules, ...rules], fromEnvironment: given.rules.length };
			return { ...all, ...(problem !== undefined && { problem }) };
		},
	};
}

function readGiven(value: string): UserRules {
	const given = value.startsWith('{')
		? parseRules(value)
		: isAbsolute(value)
			? readRulesAt(value)
			: { rules: [], problem: 'It is an absolute path, or an object with a list of rules: {"rules": []}.' };
	return given.problem === undefined ? given : { ...given, problem: `${RULES_VARIABLE}: ${given.problem}` };
}
