import { fingerprint } from '@hawser/agent-config/fingerprint.ts';
import type { Refusal } from '@hawser/agent-config/json/refusal.ts';
import { invertEdits } from '@hawser/agent-config/json/text-edit.ts';
import type { ConfigFormat } from './config-format.ts';
import type { Scope } from './environment.ts';
import type { McpServer } from './mcp-server.ts';
import { type Receipt, takenBack } from './receipts.ts';

/** The planned state of a configuration file. It is removed when `text` is undefined. */
export type Change =
	| { kind: 'change'; text: string | undefined; receipt: Receipt | undefined }
	/** Everything is as it should be. */
	| { kind: 'nothing' }
	| Refusal;

export interface Wish {
	format: ConfigFormat;
	scope: Scope;
	/** Undefined: Hawser shall not be there. */
	server: McpServer | undefined;
}

/** Pure, because it is asked twice: to show the change, and again at the moment of writing. `text` undefined: no such file. */
export function planChange(text: string | undefined, receipt: Receipt | undefined, wish: Wish): Change {
	return wish.server === undefined
		? planRemoval(text, receipt, wish.format)
		: planAddition(text, receipt, { ...wish, server: wish.server });
}

/** A file that is as we left it is first taken back, so that the receipt always leads to what was there before us. */
function planAddition(
	text: string | undefined,
	receipt: Receipt | undefined,
	{ format, server, scope }: Wish & { server: McpServer },
): Change {
	const original = takenBack(text, receipt);
	const before = original ?? text ?? '';
	const edit = format.add(before, server, scope);
	if (edit.kind === 'refused') {
		return edit;
	}
	const after = edit.kind === 'changed' ? edit.text : before;
	if (after === text) {
		return { kind: 'nothing' };
	}
	const edits = edit.kind === 'changed' ? edit.edits : [];
	const present = edit.kind === 'changed' ? edit.present : 0;
	const whole = receipt === undefined || original !== undefined;
	return {
		kind: 'change',
		text: after,
		receipt: {
			created: receipt?.created ?? text === undefined,
			...(receipt?.createdFolder !== undefined && { createdFolder: receipt.createdFolder }),
			present: whole ? present : receipt.present,
			...(whole && { undo: { fingerprint: fingerprint(after), edits: invertEdits(before, edits) } }),
		},
	};
}

function planRemoval(text: string | undefined, receipt: Receipt | undefined, format: ConfigFormat): Change {
	if (text === undefined) {
		return { kind: 'nothing' };
	}
	const created = receipt?.created === true;
	const original = takenBack(text, receipt);
	if (original !== undefined) {
		return { kind: 'change', text: created ? undefined : original, receipt: undefined };
	}
	const edit = format.remove(text, receipt?.present);
	if (edit.kind !== 'changed') {
		return edit.kind === 'refused' ? edit : { kind: 'nothing' };
	}
	return { kind: 'change', text: created && format.saysNothing(edit.text) ? undefined : edit.text, receipt: undefined };
}
