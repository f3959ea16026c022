import { execFile } from 'node:child_process';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installFromCrates } from '../install/crates-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { RUST_PROJECT } from '../projects/rust.ts';

const run = promisify(execFile);

/**
 * It is part of a Rust toolchain (`rustup component add rust-analyzer`), and reads the standard library only where that is there. Where
 * the toolchain has none it is built from its crate, the newest that stable Rust compiles.
 */
export const RUST_ANALYZER: LanguageServer = {
	id: 'rust-analyzer',
	title: 'rust-analyzer',
	languages: ['rust'],
	async install() {
		const command = (await inToolchain('rust-analyzer')) ?? (await ofCrate());
		if (command === undefined) {
			return { missing: 'there is no Rust toolchain here that has rust-analyzer or can build it.' };
		}
		// The server asks cargo about the project: that of the toolchain, because rustup's looks for one in the home of the tests.
		const cargo = (await inToolchain('cargo')) ?? command;
		const path = [dirname(cargo), process.env['PATH']].join(delimiter);
		// What cargo builds is no part of the project, which has no repository that would ignore it.
		const target = join(tmpdir(), 'hawser-rust-target');
		return { command, args: [], env: { PATH: path, CARGO_NET_OFFLINE: 'true', CARGO_TARGET_DIR: target } };
	},
	client: { initializationOptions: { checkOnSave: false, cargo: { sysroot: null } } },
	project: RUST_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, problems: true },
};

async function inToolchain(program: string): Promise<string | undefined> {
	try {
		// Tests have a home of their own; where the toolchains are is said in the user's.
		const env = { ...process.env, HOME: userInfo().homedir };
		const { stdout } = await run('rustup', ['which', program], { env });
		return stdout.trim();
	} catch {
		return undefined;
	}
}

async function ofCrate(): Promise<string | undefined> {
	const folder = await installFromCrates('ra_ap_rust-analyzer@0.0.328');
	return folder && join(folder, 'rust-analyzer');
}
