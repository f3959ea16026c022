import * as l10n from '@vscode/l10n';
import { element } from '../../editor/questions/page/dom.ts';
import type { ShownCall } from '../messages/activity-messages.ts';
import { type CallRow, createCallRow } from './call-row.ts';

/** Pixels; the style sheet has the same. */
const ROW_HEIGHT = 44;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const BEYOND = 6;

/** The calls, newest first. Only those in sight are in the document, so that thousands cost nothing. */
export interface CallList {
	element: HTMLElement;
	/** Shows these calls from the next frame on. */
	show(calls: readonly ShownCall[], now: () => number): void;
	focus(id?: number): void;
}

export function createCallList(open: (id: number) => void): CallList {
	const scroller = element('div', 'scroller');
	const space = element('div', 'space');
	space.setAttribute('role', 'list');
	space.setAttribute('aria-label', l10n.t('Calls, newest first'));
	scroller.append(space);
	const rows = new Map<number, CallRow>();
	let calls: readonly ShownCall[] = [];
	let clock: () => number = Date.now;
	let frame: number | undefined;
	/** The call that Tab leads to. */
	let current: number | undefined;

	const places = () => new Map(calls.map(({ id }, index) => [id, index]));

	function render(): void {
		frame = undefined;
		const first = Math.max(0, Math.floor(scroller.scrollTop / ROW_HEIGHT) - BEYOND);
		const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW_HEIGHT) + BEYOND;
		const wanted = new Map(calls.slice(first, last).map((call, index) => [call.id, { call, index: first + index }]));
		keepFocused(wanted);
		if (current === undefined || !places().has(current)) {
			current = calls[0]?.id;
		}
		for (const [id, row] of rows) {
			if (!wanted.has(id)) {
				row.element.remove();
				rows.delete(id);
			}
		}
		space.style.height = `${calls.length * ROW_HEIGHT}px`;
		let place = space.firstElementChild;
		for (const [id, { call, index }] of [...wanted].sort(([, one], [, other]) => one.index - other.index)) {
			const row = rows.get(id) ?? addRow(id);
			// In the order of the list for whoever hears it; a row that stands right is not moved, and keeps the keyboard.
			if (place === row.element) {
				place = row.element.nextElementSibling;
			} else {
				space.insertBefore(row.element, place);
			}
			row.show(call, clock());
			row.element.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
			row.element.setAttribute('aria-posinset', String(index + 1));
			row.element.setAttribute('aria-setsize', String(calls.length));
			row.main.tabIndex = id === current ? 0 : -1;
		}
	}

	/** The row with the keyboard stays in the document wherever it is scrolled to, or the keyboard would be nowhere. */
	function keepFocused(wanted: Map<number, { call: ShownCall; index: number }>): void {
		const focused = [...rows].find(([, row]) => row.element.contains(document.activeElement))?.[0];
		const index = focused === undefined ? undefined : places().get(focused);
		const call = index === undefined ? undefined : calls[index];
		if (focused !== undefined && index !== undefined && call) {
			wanted.set(focused, { call, index });
		}
	}

	function addRow(id: number): CallRow {
		const row = createCallRow(id, open);
		rows.set(id, row);
		row.main.addEventListener('focus', () => {
			current = id;
		});
		return row;
	}

	function schedule(): void {
		frame ??= requestAnimationFrame(render);
	}

	function focusIndex(index: number): void {
		const call = calls[Math.min(Math.max(0, index), calls.length - 1)];
		if (call) {
			const top = calls.indexOf(call) * ROW_HEIGHT;
			const { scrollTop, clientHeight } = scroller;
			scroller.scrollTop = Math.min(top, Math.max(scrollTop, top + ROW_HEIGHT - clientHeight));
			current = call.id;
			render();
			rows.get(call.id)?.main.focus({ preventScroll: true });
		}
	}

	space.addEventListener('keydown', event => {
		const here = current === undefined ? 0 : (places().get(current) ?? 0);
		const page = Math.max(1, Math.floor(scroller.clientHeight / ROW_HEIGHT) - 1);
		const steps: Partial<Record<string, number>> = {
			ArrowDown: here + 1,
			ArrowUp: here - 1,
			PageDown: here + page,
			PageUp: here - page,
			Home: 0,
			End: calls.length - 1,
		};
		const index = steps[event.key];
		if (index !== undefined) {
			event.preventDefault();
			focusIndex(index);
		}
	});
	scroller.addEventListener('scroll', schedule, { passive: true });
	new ResizeObserver(schedule).observe(scroller);

	return {
		element: scroller,
		show(next, now) {
			const anchor = calls[Math.floor(scroller.scrollTop / ROW_HEIGHT)];
			const before = scroller.scrollTop;
			const offset = before % ROW_HEIGHT;
			calls = next;
			clock = now;
			const moved = before === 0 || anchor === undefined ? -1 : next.findIndex(({ id }) => id === anchor.id);
			if (moved >= 0) {
				// Whoever has scrolled down goes on reading the same lines.
				space.style.height = `${calls.length * ROW_HEIGHT}px`;
				scroller.scrollTop = moved * ROW_HEIGHT + offset;
			}
			schedule();
		},
		focus(id = current) {
			focusIndex(id === undefined ? 0 : (places().get(id) ?? 0));
		},
	};
}
