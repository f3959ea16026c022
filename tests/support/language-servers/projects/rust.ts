import { eightSymbols, type ProjectTemplate, snakeCase } from './project-template.ts';

/** One package: a library, and a program for every other file, because Cargo finds new programs by itself but no new modules. */
export const RUST_PROJECT: ProjectTemplate = {
	symbols: eightSymbols(snakeCase),
	library: ({ name, kind, index }) =>
		new Map([
			[
				`src/module_${index}.rs`,
				kind === 'function'
					? `/// Here it is.\npub fn «+${name}»(value: i32) -> i32 {\n    value + ${index}\n}\n`
					: `/// Here it is.\npub struct «+${name}» {\n    pub value: i32,\n}\n`,
			],
		]),
	part: (part, used, mentioned) =>
		new Map([
			[
				`src/bin/${part}.rs`,
				[
					`// The word ${mentioned.name} is only mentioned here: ${mentioned.name}().`,
					...used.map(({ name, index }) => `use shop::module_${index}::«${name}»;`),
					'',
					`pub const NOTE: &str = "not a use of ${mentioned.name}";`,
					'',
					'pub fn run(start: i32) -> i32 {',
					'    let mut value = start;',
					...used.flatMap(({ name, kind }) =>
						kind === 'function'
							? [`    value = «${name}»(value);`, `    value += «${name}»(1);`]
							: [`    value += «${name}» { value: 1 }.value;`],
					),
					'    value',
					'}',
					'',
					'fn main() {}',
					'',
				].join('\n'),
			],
		]),
	stranger: ({ name, index }) =>
		new Map([
			[
				`src/bin/stranger_${index}.rs`,
				`fn «+${name}#2»(text: &str) -> &str {\n    text\n}\n\nfn main() {\n    «${name}#2»("label");\n}\n`,
			],
		]),
	broken: index =>
		new Map([
			[`src/bin/broken_${index}.rs`, `pub fn broken_${index}() -> i32 {\n    "${index}"«error»\n}\n\nfn main() {}\n`],
		]),
	manifests: (_folder, sources) =>
		new Map([
			['Cargo.toml', '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n'],
			['Cargo.lock', 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n'],
			[
				'src/lib.rs',
				sources
					.map(path => /^src\/(module_\d+)\.rs$/.exec(path)?.[1])
					.filter(module => module !== undefined)
					.map(module => `pub mod ${module};\n`)
					.join(''),
			],
		]),
};
