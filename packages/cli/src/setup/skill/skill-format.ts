import { refuse } from '@hawser/agent-config/json/refusal.ts';
import { applyEdits, type TextEdit } from '@hawser/agent-config/json/text-edit.ts';
import type { ConfigEdit, ConfigFormat } from '../config-format.ts';
import { appended, withoutLines } from '../text-lines.ts';
import { AGENTS_LINE, SKILL_MARK, skillText } from './skill-text.ts';

/** A file that is ours as a whole. */
export const skillFormat: ConfigFormat = {
	read: text => ({ kind: text.trim() === '' ? 'absent' : text.includes(SKILL_MARK) ? 'stdio' : 'foreign' }),
	add(text) {
		if (text.trim() !== '' && !text.includes(SKILL_MARK)) {
			return refuse('it is another skill with the name "hawser"');
		}
		const wanted = skillText();
		return text === wanted ? { kind: 'unchanged' } : changed(text, { offset: 0, length: text.length, text: wanted });
	},
	remove: text =>
		text.includes(SKILL_MARK) ? changed(text, { offset: 0, length: text.length, text: '' }) : { kind: 'unchanged' },
	saysNothing: text => text.trim() === '',
};

/** The beginning by which a line of ours is known again, whatever an earlier version said after it. */
const OWN_LINE = /^Code questions go to the `hawser` MCP tools.*$/m;

/** One line in a file of the user's. */
export const agentsLineFormat: ConfigFormat = {
	read: text => ({ kind: OWN_LINE.test(text) ? 'stdio' : 'absent' }),
	add(text) {
		const own = OWN_LINE.exec(text);
		if (own === null) {
			return changed(text, appended(text, [AGENTS_LINE]));
		}
		const [line] = own;
		return line === AGENTS_LINE
			? { kind: 'unchanged' }
			: changed(text, { offset: own.index, length: line.length, text: AGENTS_LINE });
	},
	remove(text) {
		const own = OWN_LINE.exec(text);
		return own === null
			? { kind: 'unchanged' }
			: changed(text, withoutLines(text, own.index, own.index + own[0].length));
	},
	saysNothing: text => text.trim() === '',
};

function changed(text: string, edit: TextEdit): ConfigEdit {
	return { kind: 'changed', text: applyEdits(text, [edit]), edits: [edit], present: 0 };
}
