import { type MarkedFiles, readMarks, type Truth } from '../language-servers/projects/marked-text.ts';
import { writeFileIn } from '../write-file-in.ts';

export interface MonorepoSize {
	packages: number;
	/** Source files in all. */
	files: number;
	/** Files in a folder that git ignores. */
	ignored: number;
}

export const MONOREPO_SIZE: MonorepoSize = {
	packages: 90,
	files: Number(process.env['HAWSER_MONOREPO_FILES'] ?? 2000),
	ignored: Number(process.env['HAWSER_MONOREPO_IGNORED'] ?? 0),
};

const BROKEN_PACKAGES = 20;
const OPTIONS = { strict: true, composite: true, module: 'esnext', moduleResolution: 'bundler', types: [] };

/** Every package has a tsconfig of its own, which refers to `core`; each declares a symbol, and the next three use it. */
export function writeMonorepo(folder: string, size: MonorepoSize = MONOREPO_SIZE): Truth {
	const truth = readMarks(sourcesOf(size));
	for (const [path, text] of truth.texts) {
		writeFileIn(folder, path, text);
	}
	for (let index = 0; index < size.ignored; index++) {
		writeFileIn(folder, `generated/${Math.floor(index / 500)}/file${index}.txt`, `shared own0 ${index}\n`);
	}
	return truth;
}

function sourcesOf({ packages, files }: MonorepoSize): MarkedFiles {
	const perPackage = Math.max(4, Math.floor(files / packages));
	const sources = new Map([
		['.gitignore', 'generated/\n'],
		['packages/core/tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] })],
		['packages/core/src/shared.ts', 'export function «+shared»(value: number): number {\n\treturn value;\n}\n'],
	]);
	const used = (index: number) => [1, 2, 3].map(back => index - back).filter(other => other >= 0);
	for (let index = 0; index < packages - 1; index++) {
		const own = `packages/package${index}`;
		const references = ['../core', ...used(index).map(other => `../package${other}`)].map(path => ({ path }));
		sources.set(`${own}/tsconfig.json`, JSON.stringify({ compilerOptions: OPTIONS, include: ['src'], references }));
		sources.set(`${own}/src/own.ts`, `// Not a use of shared.\nexport const «+own${index}» = ${index};\n`);
		sources.set(
			`${own}/src/uses.ts`,
			[
				"import { «shared» } from '../../core/src/shared';",
				...used(index).map(other => `import { «own${other}» } from '../../package${other}/src/own';`),
				`export const sum = «shared»(${['0', ...used(index).map(other => `«own${other}»`)].join(' + ')});`,
				'',
			].join('\n'),
		);
		for (let file = 2; file < perPackage; file++) {
			const wrong = index < BROKEN_PACKAGES && file === 2 ? `export const wrong: string = 1;«error»\n` : '';
			sources.set(`${own}/src/file${file}.ts`, `export const file${file} = ${file};\n${wrong}`);
		}
	}
	return sources;
}
