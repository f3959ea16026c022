import { failureText, type Reply } from '@hawser/core/contract/envelope.ts';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { isFailure, isReplyLine } from '../answer-shapes.ts';
import type { JobFolder } from './job-folder.ts';
import { FILES, MAX_ANSWER } from './layout.ts';

/** The answer in the folder of a job that is done; undefined when there is none that can be read. A failure comes first. */
export function readAnswer(folder: JobFolder): Reply | undefined {
	const read = (name: string) => folder.read(name, MAX_ANSWER)?.text;
	const error = parseJson(read(FILES.error) ?? '');
	if (isFailure(error)) {
		return { envelope: error, text: failureText(error.error) };
	}
	const envelope = parseJson(read(FILES.response) ?? '');
	if (!isRecord(envelope)) {
		return undefined;
	}
	const { dataRef, ...rest } = envelope;
	const whole = dataRef === FILES.data ? { ...rest, data: parseJson(read(FILES.data) ?? '') } : envelope;
	const line: unknown = { reply: { envelope: whole, text: read(FILES.text) } };
	return isReplyLine(line) ? line.reply : undefined;
}
