// Stands for `hawser` on the PATH of an agent: runs the packed CLI and writes down what the agent sends. Arguments: file for
// the record, script of the CLI, arguments of the agent. Plain JavaScript, so that it starts as fast as the CLI itself.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [record, cli, ...args] = process.argv.slice(2);
const child = spawn(process.execPath, [cli, ...args], { stdio: ['pipe', 'inherit', 'inherit'] });
process.stdin.on('data', bytes => {
	appendFileSync(record, bytes);
	child.stdin.write(bytes);
});
process.stdin.on('end', () => child.stdin.end());
child.stdin.on('error', () => undefined);
child.on('close', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
	process.on(signal, () => child.kill(signal));
}
