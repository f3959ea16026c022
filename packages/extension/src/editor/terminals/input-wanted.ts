import { readdir, readFile, readlink } from 'node:fs/promises';

/** A last line that asks for something. */
const QUESTION =
	/(?:[?:>›\]]|\((?:y|yes)\/(?:n|no)\)|\[(?:y|yes)\/(?:n|no)\]|password[^:\n]{0,80}:|press (?:any key|enter|return)[^\n]{0,80})\s*$/i;

/** True when the output ends like a question: with an unfinished line that asks. */
export function asksForInput(output: string): boolean {
	const lastLine = output.slice(output.lastIndexOf('\n') + 1);
	return lastLine.trim() !== '' && lastLine.length < 500 && QUESTION.test(lastLine);
}

const READ_CALLS: Partial<Record<string, string>> = { x64: '0', arm64: '63' };

/** True when a process of the group is reading from the terminal. Only Linux tells; elsewhere it is always false. */
export async function readsFromTerminal(group: number): Promise<boolean> {
	if (process.platform !== 'linux') {
		return false;
	}
	const names = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
	const answers = await Promise.all(names.map(name => isReading(name, group)));
	return answers.includes(true);
}

async function isReading(pid: string, group: number): Promise<boolean> {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses may contain anything: state, parent and group follow the last one.
		const [, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		if (Number(processGroup) !== group) {
			return false;
		}
		const [call, descriptor = ''] = (await readFile(`/proc/${pid}/syscall`, 'utf8')).split(' ');
		if (call !== READ_CALLS[process.arch]) {
			return false;
		}
		return /^\/dev\/(?:pts\/|tty)/.test(await readlink(`/proc/${pid}/fd/${Number(descriptor)}`));
	} catch {
		// It has ended meanwhile, or belongs to somebody else.
		return false;
	}
}
