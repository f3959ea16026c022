import type ts from 'typescript';

export interface SharedOptions {
	/** Files of the same key may be in one program. */
	key: string;
	options: ts.CompilerOptions;
}

/** The options under which files of several projects are read together. */
export interface SharedOptionsReader {
	of(options: ts.CompilerOptions, folder: string, isJavaScript: boolean): SharedOptions;
}

/**
 * What decides the type of an expression, and with it whose member is named, keeps projects apart: strict null checks, JSX, interop, the
 * global types. The rest is set so that as much as possible has a type: the newest library, no implicit `any`.
 */
export function createSharedOptions(typescript: typeof ts): SharedOptionsReader {
	const { sys } = typescript;
	const typeRoots = new Map<string, readonly string[]>();
	return {
		of(options, folder, isJavaScript) {
			const apart = {
				strictNullChecks: options.strictNullChecks ?? options.strict ?? false,
				jsx: options.jsx ?? typescript.JsxEmit.Preserve,
				jsxImportSource: options.jsxImportSource,
				jsxFactory: options.jsxFactory,
				moduleDetection: options.moduleDetection,
				esModuleInterop: options.esModuleInterop ?? isNodeModule(options.module),
				noLib: options.noLib ?? false,
				types: options.types,
				typeRoots: [...rootsOf(options, folder)],
				allowJs: (options.allowJs ?? false) || isJavaScript,
			};
			return {
				key: JSON.stringify(apart),
				options: {
					...defined(apart),
					...{ module: typescript.ModuleKind.ESNext, moduleResolution: typescript.ModuleResolutionKind.Bundler },
					...{ target: typescript.ScriptTarget.ESNext, noImplicitAny: true, strictBindCallApply: true },
					...{ allowSyntheticDefaultImports: true, resolveJsonModule: true, checkJs: false, noEmit: true },
					experimentalDecorators: true,
				},
			};
		},
	};

	/** The folders with global types that exist: each project below has its own, which most often is not there. */
	function rootsOf(options: ts.CompilerOptions, folder: string): readonly string[] {
		const known = typeRoots.get(folder);
		if (known) {
			return known;
		}
		const found = typescript.getEffectiveTypeRoots({ ...options, configFilePath: `${folder}/tsconfig.json` }, sys);
		const existing = (found ?? []).filter(root => sys.directoryExists(root));
		typeRoots.set(folder, existing);
		return existing;
	}

	function isNodeModule(module: ts.ModuleKind | undefined): boolean {
		return module !== undefined && module >= typescript.ModuleKind.Node16;
	}
}

function defined(options: Readonly<Record<string, ts.CompilerOptionsValue | undefined>>): ts.CompilerOptions {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
