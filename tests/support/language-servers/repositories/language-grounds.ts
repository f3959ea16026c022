import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LanguageServer } from '../language-server.ts';
import { CLANGD } from '../servers/clangd.ts';
import { GOPLS } from '../servers/gopls.ts';
import { INTELEPHENSE } from '../servers/intelephense.ts';
import { PYRIGHT } from '../servers/pyright.ts';
import { RUST_ANALYZER } from '../servers/rust-analyzer.ts';
import { TYPESCRIPT_7 } from '../servers/typescript-7.ts';

export type SymbolKind = 'function' | 'method' | 'class';

/** A server as a user of such a repository has it; the editor's own TypeScript brings no extension. */
export type GroundServer = Pick<LanguageServer, 'id' | 'title' | 'can' | 'settings' | 'withoutExtensions'> & {
	client?: LanguageServer;
};

/** What has to be known of a language to choose symbols of a repository that nobody has described. */
export interface LanguageGround {
	/** A file at the root that tells the language; the first ground whose manifest is there counts. */
	manifests: readonly string[];
	/** Endings of its files. */
	files: RegExp;
	/** Declarations, each on one line, with the name as their only group. */
	declarations: Readonly<Record<SymbolKind, readonly RegExp[]>>;
	/** Functions of one name are one symbol to the linker, though programs that are never linked together have them: the server then takes any. */
	oneNamespace?: true;
	servers: readonly GroundServer[];
	/** Adds to a copy what a user of the server would have beside the repository. */
	prepare?(folder: string): void;
}

const TYPESCRIPT_6: GroundServer = { id: 'typescript-6', title: 'TypeScript 6', can: TYPESCRIPT_7.can };

export const LANGUAGE_GROUNDS: readonly LanguageGround[] = [
	{
		manifests: ['go.mod'],
		files: /\.go$/,
		declarations: {
			function: [/^func (\w+)\(/],
			method: [/^func \(\w+ \*?\w+\) (\w+)\(/],
			class: [/^type (\w+) (?:struct|interface)\b/],
		},
		servers: [withClient(GOPLS)],
	},
	{
		manifests: ['Cargo.toml'],
		files: /\.rs$/,
		declarations: {
			function: [/^pub fn (\w+)/],
			method: [/^ {4}pub fn (\w+)/],
			class: [/^pub (?:struct|enum|trait) (\w+)/],
		},
		servers: [withClient(RUST_ANALYZER)],
	},
	{
		manifests: ['composer.json'],
		files: /\.php$/,
		declarations: {
			function: [/^function (\w+)\(/],
			method: [/^ {4}(?:public|protected) (?:static )?function (\w+)\(/],
			class: [/^(?:(?:abstract|final) )?(?:class|interface|trait) (\w+)/],
		},
		servers: [withClient(INTELEPHENSE)],
	},
	{
		manifests: ['tsconfig.json'],
		files: /(?<!\.d)\.(?:ts|tsx|mts|cts)$/,
		declarations: {
			function: [/^export (?:async )?function (\w+)/],
			method: [/^ {2}public (?:async )?(\w+)\(/],
			class: [/^export (?:(?:abstract )?class|interface) (\w+)/],
		},
		servers: [TYPESCRIPT_6, withClient(TYPESCRIPT_7)],
	},
	{
		manifests: ['pyproject.toml', 'setup.py'],
		files: /\.py$/,
		declarations: { function: [/^def (\w+)\(/], method: [/^ {4}def ([a-z]\w+)\(/], class: [/^class (\w+)/] },
		servers: [withClient(PYRIGHT)],
	},
	{
		manifests: ['Makefile', 'CMakeLists.txt'],
		files: /\.[ch]$/,
		declarations: {
			function: [/^(?!typedef|return|else)[a-z]\w*(?: \w+)* \*?(\w+)\([^;]*\) ?\{$/],
			method: [],
			class: [/^(?:typedef )?struct (\w+) ?\{/],
		},
		oneNamespace: true,
		servers: [withClient(CLANGD)],
		prepare: writeCompileCommands,
	},
];

function withClient(server: LanguageServer): GroundServer {
	return { ...server, client: server };
}

/** Without a list of the files clangd indexes only those that are open. */
function writeCompileCommands(folder: string): void {
	const find = (ending: string) => globSync(`**/*.${ending}`, { cwd: folder, exclude: name => name === '.git' });
	const includes = [...new Set(find('h').map(file => dirname(file)))].sort().map(path => `-I${join(folder, path)}`);
	const entries = find('c').map(file => ({
		directory: join(folder, dirname(file)),
		file: join(folder, file),
		// A folder comes before those of other parts that have headers of the same names.
		arguments: ['cc', '-std=gnu11', '-D_GNU_SOURCE', '-I.', '-I..', ...includes.slice(0, 60), '-c', join(folder, file)],
	}));
	writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(entries));
}
