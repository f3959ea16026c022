import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Programs that listen on this machine and answer with what another machine says. */
const FORWARDERS = new Set(['ssh', 'kubectl', 'cloud-sql-proxy', 'cloud_sql_proxy', 'cloudflared', 'tsh', 'teleport']);
const LISTENING = '0A';
const MAX_ARGUMENTS = 20_000;

/**
 * The program through which a port of this machine leads elsewhere, with the machine that it names: `ssh to bastion`. Undefined when
 * none is known to listen there: on Linux only, and only among the user's own programs.
 */
export function forwardOf(port: number): string | undefined {
	const sockets = listeningOn(port);
	if (sockets.size === 0) {
		return undefined;
	}
	for (const pid of attempt(() => readdirSync('/proc'))?.filter(name => /^\d+$/.test(name)) ?? []) {
		const program = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
		if (program === undefined || !FORWARDERS.has(program)) {
			continue;
		}
		const handles = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
		if (handles.some(handle => sockets.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${handle}`)) ?? ''))) {
			const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').slice(0, MAX_ARGUMENTS)) ?? '';
			const destination = program === 'ssh' ? sshDestination(words.split('\0').slice(1)) : undefined;
			return destination === undefined ? program : `${program} to ${destination}`;
		}
	}
	return undefined;
}

/** `socket:[inode]` of everything that listens on the port. */
function listeningOn(port: number): ReadonlySet<string> {
	const hex = port.toString(16).toUpperCase().padStart(4, '0');
	const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(file =>
		(attempt(() => readFileSync(file, 'utf8')) ?? '').split('\n').slice(1),
	);
	return new Set(
		rows
			.map(row => row.trim().split(/\s+/))
			.filter(columns => columns[1]?.endsWith(`:${hex}`) && columns[3] === LISTENING)
			.map(columns => `socket:[${columns[9] ?? ''}]`),
	);
}

/** Options of ssh that are followed by a word of their own. */
const WITH_WORD = /^-[BbcDEeFIiJLlmOopQRSWw]$/;

/** The first word of ssh's arguments that is neither an option nor belongs to one. */
function sshDestination(words: readonly string[]): string | undefined {
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? '';
		if (WITH_WORD.test(word)) {
			index++;
		} else if (!word.startsWith('-') && word !== '') {
			return word.slice(0, 100);
		}
	}
	return undefined;
}

function attempt<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
