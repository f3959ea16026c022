import { tableRow } from './markdown.ts';

interface NativeResults {
	features: readonly string[];
	agents: readonly { agent: string; works: readonly string[] }[];
}

const CONNECTS = 'connects by itself';

/** What the user does in the agent so that it connects; the tests do it too. */
const FIRST_STEPS: Readonly<Record<string, string>> = {
	Codex: 'after `/ide`, in every session',
	'Gemini CLI': 'after `/ide enable`, once',
	'Qwen Code': 'after `/ide enable`, once',
};

/** What works with agents by their own IDE protocols, as the tests with the real agents have found. */
export function nativeTable(results: string): string {
	const { features, agents } = JSON.parse(results) as NativeResults;
	return [
		tableRow('agent', ...features),
		tableRow('---', ...features.map(() => '---')),
		...agents.map(({ agent, works }) =>
			tableRow(agent, ...features.map(feature => cell(agent, feature, works.includes(feature)))),
		),
	].join('\n');
}

function cell(agent: string, feature: string, works: boolean): string {
	const step = FIRST_STEPS[agent.replace(/ [^ ]*$/, '')];
	if (feature === CONNECTS && step !== undefined) {
		return step;
	}
	return works ? 'yes' : '–';
}
