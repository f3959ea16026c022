import * as vscode from 'vscode';

/** Zero-based lines, the last one included. */
export interface LineSpan {
	first: number;
	last: number;
}

/** Marks lines for a moment, in every editor that shows them. */
export interface ChangeHighlight extends vscode.Disposable {
	show(uri: vscode.Uri, spans: readonly LineSpan[]): void;
}

/** Milliseconds for which each of the marks is shown: it fades in steps. */
const STEP = 1500;
/** Colours of the theme through which a mark fades, the strongest first. */
const COLOURS = [
	'diffEditor.insertedLineBackground',
	'editor.rangeHighlightBackground',
	'editor.hoverHighlightBackground',
];
/** Files with marks at one time; those of a change that reaches more are not marked. */
const MAX_FILES = 50;

interface Mark {
	spans: readonly LineSpan[];
	step: number;
}

export function createChangeHighlight(): ChangeHighlight {
	const marks = new Map<string, Mark>();
	let types: readonly vscode.TextEditorDecorationType[] | undefined;
	let timer: NodeJS.Timeout | undefined;

	const decorations = () =>
		(types ??= COLOURS.map(colour =>
			vscode.window.createTextEditorDecorationType({
				backgroundColor: new vscode.ThemeColor(colour),
				isWholeLine: true,
				rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
			}),
		));

	function draw(editor: vscode.TextEditor): void {
		const mark = marks.get(editor.document.uri.toString());
		for (const [step, type] of decorations().entries()) {
			const spans = mark?.step === step ? mark.spans : [];
			editor.setDecorations(
				type,
				spans.map(({ first, last }) => new vscode.Range(first, 0, last, 0)),
			);
		}
	}

	function drawAll(uri?: string): void {
		vscode.window.visibleTextEditors
			.filter(({ document }) => uri === undefined || document.uri.toString() === uri)
			.forEach(draw);
	}

	function fade(): void {
		for (const [uri, { spans, step }] of marks) {
			if (step + 1 < COLOURS.length) {
				marks.set(uri, { spans, step: step + 1 });
			} else {
				marks.delete(uri);
			}
			drawAll(uri);
		}
		if (marks.size === 0) {
			clearInterval(timer);
			timer = undefined;
		}
	}

	const registration = vscode.window.onDidChangeVisibleTextEditors(() => {
		if (marks.size > 0) {
			drawAll();
		}
	});
	return {
		show(uri, spans) {
			if (spans.length === 0 || marks.size > MAX_FILES) {
				return;
			}
			marks.set(uri.toString(), { spans, step: 0 });
			drawAll(uri.toString());
			timer ??= setInterval(fade, STEP);
		},
		dispose() {
			clearInterval(timer);
			registration.dispose();
			types?.forEach(type => type.dispose());
		},
	};
}
