import { limited, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

const ASK_LIMIT = 6000;

/** Where the name at this position is defined, as the server says now; undefined when it fails or does not answer in time. */
export async function definitionsAt(
	uri: vscode.Uri,
	position: vscode.Position,
	timeLimit: TimeLimit,
): Promise<vscode.Location[] | undefined> {
	try {
		const answer = await resultWithin(
			vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[] | undefined>(
				'vscode.executeDefinitionProvider',
				uri,
				position,
			),
			limited(timeLimit, ASK_LIMIT),
		);
		return answer?.map(toLocation);
	} catch (error) {
		if (timeLimit.signal.cancelled) {
			throw error;
		}
		return undefined;
	}
}

export function toLocation(target: vscode.Location | vscode.LocationLink): vscode.Location {
	return 'targetUri' in target
		? new vscode.Location(target.targetUri, target.targetSelectionRange ?? target.targetRange)
		: target;
}
