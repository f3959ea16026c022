import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { LanguageServer } from '../language-server.ts';
import { RUST_PROJECT } from '../projects/rust.ts';

const run = promisify(execFile);

/** It is part of a Rust toolchain (`rustup component add rust-analyzer`), and reads the standard library only where that is there. */
export const RUST_ANALYZER: LanguageServer = {
	id: 'rust-analyzer',
	title: 'rust-analyzer',
	languages: ['rust'],
	async install() {
		try {
			// Tests have a home of their own; where the toolchains are is said in the user's.
			const env = { ...process.env, HOME: userInfo().homedir };
			const { stdout } = await run('rustup', ['which', 'rust-analyzer'], { env });
			const command = stdout.trim();
			const path = [dirname(command), process.env['PATH']].join(delimiter);
			return { command, args: [], env: { PATH: path, CARGO_NET_OFFLINE: 'true' } };
		} catch {
			return { missing: 'there is no Rust toolchain with rust-analyzer here.' };
		}
	},
	client: { initializationOptions: { checkOnSave: false, cargo: { sysroot: null } } },
	project: RUST_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, problems: true },
};
