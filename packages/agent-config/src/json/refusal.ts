/** Why a file stays as it is; reads well after "The file … was left alone: ". */
export interface Refusal {
	kind: 'refused';
	reason: string;
}

export function refuse(reason: string): Refusal {
	return { kind: 'refused', reason };
}
