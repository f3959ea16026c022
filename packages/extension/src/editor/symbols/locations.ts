import type { Place } from '@hawser/core/ports/values/text-position.ts';
import { byPlace } from '@hawser/core/text/by-place.ts';
import type * as vscode from 'vscode';
import type { NamedFiles } from '../shared/named-files.ts';
import { toRange } from '../shared/positions.ts';

export type Target = vscode.Location | vscode.LocationLink;

export function targetUri(target: Target): vscode.Uri {
	return 'targetUri' in target ? target.targetUri : target.uri;
}

/** Sorted by file and place, each once: several providers may report the same one. */
export function toPlaces(targets: readonly Target[], named: Pick<NamedFiles, 'show'>): Place[] {
	const shown = new Map<string, string>();
	const places = new Map<string, Place>();
	for (const target of targets) {
		const uri = targetUri(target);
		const range = toRange('targetUri' in target ? (target.targetSelectionRange ?? target.targetRange) : target.range);
		const extent = 'targetUri' in target ? toRange(target.targetRange) : undefined;
		const address = `${uri.scheme}:${uri.authority}:${uri.path}`;
		const path = shown.get(address) ?? named.show(uri);
		shown.set(address, path);
		const { start, end } = range;
		places.set(`${path}\0${start.line}:${start.column}-${end.line}:${end.column}`, {
			path,
			range,
			...(extent && { extent }),
		});
	}
	return [...places.values()].sort(byPlace);
}
