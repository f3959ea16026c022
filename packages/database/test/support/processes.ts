import { execFileSync } from 'node:child_process';

/** One line per child process: its id, its state and its command. */
export function childrenOf(parent: number): readonly string[] {
	const output = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,stat=,args='], { encoding: 'utf8' });
	return output
		.split('\n')
		.map(line => line.trim().split(/\s+/))
		.filter(([ppid]) => Number(ppid) === parent)
		.map(([, pid, state, ...command]) => `${pid} ${state} ${command.join(' ')}`)
		.filter(line => !line.includes(' Z'));
}
