import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProject } from '../src/read-project.ts';
import { parseXml } from '../src/xml.ts';

const read = (files: Record<string, string>) =>
	readProject({ paths: Object.keys(files), text: path => Promise.resolve(files[path]) });

/** Each module with its dependencies in one line: name declared/locked use →module. */
async function summary(files: Record<string, string>) {
	const { modules, unreadable } = await read(files);
	expect(unreadable).toEqual([]);
	return Object.fromEntries(
		modules.map(({ name, version, system, manifest, partOf, dependencies }) => [
			`${name}${version === undefined ? '' : ` ${version}`} (${system}, ${manifest}${partOf === undefined ? '' : ` of ${partOf}`})`,
			dependencies.map(item =>
				[
					item.name,
					item.declared ?? '-',
					item.locked ?? '-',
					item.use,
					...(item.module === undefined ? [] : [`→ ${item.module}`]),
				].join(' '),
			),
		]),
	);
}

const json = (value: unknown) => JSON.stringify(value);

describe('JavaScript', () => {
	test('npm workspaces, with hoisted and own versions', async () => {
		expect(
			await summary({
				'package.json': json({
					name: 'root',
					workspaces: ['packages/*', '!packages/skip'],
					devDependencies: { vitest: '^5' },
				}),
				'packages/a/package.json': json({
					name: '@x/a',
					version: '1.0.0',
					dependencies: { zod: '^4', '@x/b': '*' },
					peerDependencies: { react: '>=18' },
				}),
				'packages/b/package.json': json({ name: '@x/b', dependencies: { zod: '^3' } }),
				'packages/skip/package.json': json({ name: 'skip' }),
				'packages/a/nested/package.json': json({ name: 'nested' }),
				'package-lock.json': json({
					lockfileVersion: 3,
					packages: {
						'node_modules/zod': { version: '4.6.7' },
						'packages/b/node_modules/zod': { version: '3.1.0' },
						'node_modules/vitest': { version: '5.1.0' },
						'node_modules/@x/b': { resolved: 'packages/b', link: true },
					},
				}),
			}),
		).toEqual({
			'root (npm, package.json)': ['vitest ^5 5.1.0 development'],
			'@x/a 1.0.0 (npm, packages/a/package.json of package.json)': [
				'zod ^4 4.6.7 runtime',
				'@x/b * - runtime → packages/b/package.json',
				'react >=18 - peer',
			],
			'@x/b (npm, packages/b/package.json of package.json)': ['zod ^3 3.1.0 runtime'],
			'skip (npm, packages/skip/package.json)': [],
			'nested (npm, packages/a/nested/package.json)': [],
		});
	});

	test('versions come from the lock file of pnpm', async () => {
		expect(
			await summary({
				'package.json': json({ name: 'root', dependencies: { zod: '^4' } }),
				'pnpm-workspace.yaml': 'packages:\n  - "libs/**"\n',
				'libs/deep/ui/package.json': json({ name: 'ui', dependencies: { react: '^19', root: 'workspace:*' } }),
				'pnpm-lock.yaml':
					"lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4\n        version: 4.6.7\n  libs/deep/ui:\n    dependencies:\n      react:\n        specifier: ^19\n        version: 19.2.0(scheduler@1.0.0)\n      root:\n        specifier: workspace:*\n        version: link:../../..\npackages:\n  zod@4.6.7:\n    resolution: {integrity: x}\n",
			}),
		).toEqual({
			'root (pnpm, package.json)': ['zod ^4 4.6.7 runtime'],
			'ui (pnpm, libs/deep/ui/package.json of package.json)': [
				'react ^19 19.2.0 runtime',
				'root workspace:* - runtime → package.json',
			],
		});
	});

	test.each([
		[
			'the first',
			'# yarn lockfile v1\n\n"@x/y@^1.0.0", "@x/y@^1.2.0":\n  version "1.3.0"\n  resolved "https://x"\n\nzod@^4:\n  version "4.6.7"\n',
		],
		[
			'the later',
			'__metadata:\n  version: 8\n\n"@x/y@npm:^1.0.0, @x/y@npm:^1.2.0":\n  version: 1.3.0\n  resolution: "@x/y@npm:1.3.0"\n\n"zod@npm:^4":\n  version: 4.6.7\n',
		],
	])('yarn of %s generation', async (_name, lock) => {
		expect(
			await summary({
				'package.json': json({ name: 'app', dependencies: { '@x/y': '^1.2.0', zod: '^4' } }),
				'yarn.lock': lock,
			}),
		).toEqual({
			'app (yarn, package.json)': ['@x/y ^1.2.0 1.3.0 runtime', 'zod ^4 4.6.7 runtime'],
		});
	});
});

test('Cargo: a workspace with inherited versions, and two versions of one crate', async () => {
	expect(
		await summary({
			'Cargo.toml':
				'[workspace]\nmembers = ["crates/*"]\n[workspace.package]\nversion = "0.3.0"\n[workspace.dependencies]\nserde = { version = "1", features = ["derive"] }\n',
			'crates/core/Cargo.toml':
				'[package]\nname = "core"\nversion.workspace = true\n[dependencies]\nserde.workspace = true\nrand = "0.8"\n[dev-dependencies]\nproptest = "1"\n',
			'crates/cli/Cargo.toml':
				'[package]\nname = "cli"\nversion = "1.0.0"\n[dependencies]\ncore = { path = "../core" }\nold = { package = "rand", version = "0.7" }\n[target."cfg(unix)".dependencies]\nlibc = "0.2"\n',
			'Cargo.lock':
				'[[package]]\nname = "serde"\nversion = "1.0.219"\n[[package]]\nname = "rand"\nversion = "0.7.3"\n[[package]]\nname = "rand"\nversion = "0.8.5"\n[[package]]\nname = "libc"\nversion = "0.2.170"\n',
		}),
	).toEqual({
		'core 0.3.0 (cargo, crates/core/Cargo.toml of Cargo.toml)': [
			'serde 1 1.0.219 runtime',
			'rand 0.8 0.8.5 runtime',
			'proptest 1 - development',
		],
		'cli 1.0.0 (cargo, crates/cli/Cargo.toml of Cargo.toml)': [
			'core - - runtime → crates/core/Cargo.toml',
			'rand 0.7 0.7.3 runtime',
			'libc 0.2 0.2.170 runtime',
		],
	});
});

test('Go: a work file, replaced and indirect modules', async () => {
	expect(
		await summary({
			'go.work': 'go 1.24\n\nuse (\n\t./api\n\t./lib\n)\n',
			'api/go.mod':
				'module example.org/api\n\ngo 1.24\n\nrequire (\n\texample.org/lib v0.0.0\n\tgithub.com/x/y v1.2.3 // indirect\n)\nrequire github.com/z/w v2.0.0+incompatible\nreplace example.org/lib => ../lib\n',
			'lib/go.mod': 'module example.org/lib\n',
			'api/go.sum': 'github.com/x/y v1.2.3 h1:abc=\ngithub.com/z/w v2.0.0+incompatible/go.mod h1:abc=\n',
		}),
	).toEqual({
		'example.org/api (go, api/go.mod of go.work)': [
			'example.org/lib v0.0.0 - runtime → lib/go.mod',
			'github.com/x/y v1.2.3 v1.2.3 indirect',
			'github.com/z/w v2.0.0+incompatible v2.0.0+incompatible runtime',
		],
		'example.org/lib (go, lib/go.mod of go.work)': [],
	});
});

describe('Python', () => {
	test('a project by the standard, locked by uv', async () => {
		expect(
			await summary({
				'pyproject.toml':
					'[project]\nname = "app"\nversion = "2.0"\ndependencies = ["Fast_API[all]>=0.100,<1 ; python_version > \'3.9\'", "lib"]\n[project.optional-dependencies]\npg = ["psycopg"]\n[dependency-groups]\ndev = ["pytest==8.0"]\n[tool.uv.workspace]\nmembers = ["libs/*"]\n',
				'libs/lib/pyproject.toml': '[project]\nname = "lib"\n',
				'uv.lock': '[[package]]\nname = "fast-api"\nversion = "0.115.0"\n',
			}),
		).toEqual({
			'app 2.0 (python, pyproject.toml)': [
				'Fast_API >=0.100,<1 0.115.0 runtime',
				'lib - - runtime → libs/lib/pyproject.toml',
				'psycopg - - optional',
				'pytest ==8.0 8.0 development',
			],
			'lib (python, libs/lib/pyproject.toml of pyproject.toml)': [],
		});
	});

	test('a project of Poetry is read', async () => {
		expect(
			await summary({
				'pyproject.toml':
					'[tool.poetry]\nname = "app"\nversion = "1.0"\n[tool.poetry.dependencies]\npython = "^3.12"\nrequests = "^2"\nextra = { version = "^1", optional = true }\n[tool.poetry.group.dev.dependencies]\nruff = "*"\n',
				'poetry.lock': '[[package]]\nname = "requests"\nversion = "2.32.0"\n',
			}),
		).toEqual({
			'app 1.0 (python, pyproject.toml)': ['requests ^2 2.32.0 runtime', 'extra ^1 - optional', 'ruff - - development'],
		});
	});

	test('requirements files, setup.cfg and setup.py', async () => {
		expect(
			await summary({
				'tool/requirements.txt':
					'# comment\n-r base.txt\nDjango==5.0 # web\nnumpy >= 1.26 ; sys_platform == "linux"\ngit+https://example.org/x.git\n',
				'tool/requirements-dev.txt': 'pytest\n',
				'cfg/setup.cfg':
					'[metadata]\nname = conf\nversion = 3\n\n[options]\ninstall_requires =\n    attrs>=20\n    click\n',
				'old/setup.py':
					'from setuptools import setup\nsetup(name="old", version="0.1", install_requires=["six>=1", "idna"])\n',
			}),
		).toEqual({
			'tool (python, tool/requirements.txt)': [
				'Django ==5.0 5.0 runtime',
				'numpy >= 1.26 - runtime',
				'git +https://example.org/x.git - runtime',
				'pytest - - development',
			],
			'conf 3 (python, cfg/setup.cfg)': ['attrs >=20 - runtime', 'click - - runtime'],
			'old 0.1 (python, old/setup.py)': ['six >=1 - runtime', 'idna - - runtime'],
		});
	});
});

test('Maven: parents, properties and managed versions', async () => {
	const pom = (inner: string) =>
		`<?xml version="1.0"?>\n<project xmlns="http://maven.apache.org/POM/4.0.0">${inner}</project>`;
	expect(
		await summary({
			'pom.xml': pom(
				'<groupId>org.x</groupId><artifactId>parent</artifactId><version>1.0</version><packaging>pom</packaging><!-- <module>gone</module> --><modules><module>app</module><module>lib</module></modules><properties><junit.version>5.11</junit.version></properties><dependencyManagement><dependencies><dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><version>${junit.version}</version><scope>test</scope></dependency></dependencies></dependencyManagement>',
			),
			'app/pom.xml': pom(
				'<parent><groupId>org.x</groupId><artifactId>parent</artifactId><version>1.0</version></parent><artifactId>app</artifactId><dependencies><dependency><groupId>${project.groupId}</groupId><artifactId>lib</artifactId><version>${project.version}</version></dependency><dependency><groupId>org.junit</groupId><artifactId>junit</artifactId></dependency></dependencies>',
			),
			'lib/pom.xml': pom(
				'<parent><groupId>org.x</groupId><artifactId>parent</artifactId><version>1.0</version></parent><artifactId>lib</artifactId>',
			),
		}),
	).toEqual({
		'org.x:parent 1.0 (maven, pom.xml)': [],
		'org.x:app 1.0 (maven, app/pom.xml of pom.xml)': [
			'org.x:lib 1.0 - runtime → lib/pom.xml',
			'org.junit:junit 5.11 - test',
		],
		'org.x:lib 1.0 (maven, lib/pom.xml of pom.xml)': [],
	});
});

test('Gradle: Groovy and Kotlin, a version catalog, projects and a lock file', async () => {
	expect(
		await summary({
			'settings.gradle.kts':
				'rootProject.name = "shop"\n// include(":commented")\ninclude(":app", ":lib:core")\nproject(":app").projectDir = file("application")\n',
			'gradle/libs.versions.toml':
				'[versions]\njunit = "5.11"\n[libraries]\njunit-api = { module = "org.junit:api", version.ref = "junit" }\nguava = "com.google:guava:33"\n',
			'application/build.gradle.kts':
				'version = "2.0"\ndependencies {\n\timplementation(project(":lib:core"))\n\timplementation(libs.guava)\n\ttestImplementation(libs.junit.api)\n\t// implementation("no:no:1")\n\tapi(platform("org.bom:bom:1.0"))\n}\n',
			'application/gradle.lockfile': '# comment\ncom.google:guava:33.4=runtimeClasspath\nempty=\n',
			'lib/core/build.gradle':
				"dependencies {\n\tcompileOnly 'org.x:y:1.2@aar'\n\timplementation group: 'org.z', name: 'w', version: '3'\n}\n",
		}),
	).toEqual({
		'shop (gradle, settings.gradle.kts)': [],
		'app 2.0 (gradle, application/build.gradle.kts of settings.gradle.kts)': [
			'org.bom:bom 1.0 - runtime',
			':lib:core - - runtime → lib/core/build.gradle',
			'com.google:guava 33 33.4 runtime',
			'org.junit:api 5.11 - test',
		],
		'lib:core (gradle, lib/core/build.gradle of settings.gradle.kts)': [
			'org.x:y 1.2 - compileOnly',
			'org.z:w 3 - runtime',
		],
	});
});

test('.NET: a solution, central versions and a lock file', async () => {
	expect(
		await summary({
			'Shop.sln':
				'Microsoft Visual Studio Solution File\nProject("{FAE0}") = "App", "src\\App\\App.csproj", "{1}"\nEndProject\nProject("{2150}") = "docs", "docs", "{2}"\nEndProject\n',
			'Directory.Packages.props':
				'<Project><ItemGroup><PackageVersion Include="Serilog" Version="4.0.0" /></ItemGroup></Project>',
			'src/App/App.csproj':
				'<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><Version>1.1</Version></PropertyGroup><ItemGroup><PackageReference Include="Serilog" /><PackageReference Include="Dapper"><Version>2.1.0</Version></PackageReference><ProjectReference Include="..\\Lib\\Lib.fsproj" /></ItemGroup></Project>',
			'src/Lib/Lib.fsproj': '<Project />',
			'src/App/packages.lock.json': json({
				version: 1,
				dependencies: { 'net9.0': { Serilog: { type: 'Direct', resolved: '4.0.1' } } },
			}),
		}),
	).toEqual({
		'App 1.1 (dotnet, src/App/App.csproj of Shop.sln)': [
			'Serilog 4.0.0 4.0.1 runtime',
			'Dapper 2.1.0 - runtime',
			'Lib - - runtime → src/Lib/Lib.fsproj',
		],
		'Lib (dotnet, src/Lib/Lib.fsproj)': [],
	});
});

test('manifests of Composer and Bundler are read', async () => {
	expect(
		await summary({
			'php/composer.json': json({
				name: 'x/app',
				require: { php: '>=8.2', 'monolog/monolog': '^3' },
				'require-dev': { 'phpunit/phpunit': '^11' },
			}),
			'php/composer.lock': json({
				packages: [{ name: 'monolog/monolog', version: '3.8.0' }],
				'packages-dev': [{ name: 'phpunit/phpunit', version: '11.5.0' }],
			}),
			'web/Gemfile':
				"source 'https://rubygems.org'\ngem 'rails', '~> 8.0', '>= 8.0.1'\ngroup :development, :test do\n  gem 'rspec'\nend\ngem 'puma', group: :production # server\n",
			'web/Gemfile.lock':
				'GEM\n  remote: https://rubygems.org/\n  specs:\n    rails (8.0.2)\n      activesupport (= 8.0.2)\n    rspec (3.13.0)\n',
			'gem/x.gemspec':
				"Gem::Specification.new do |s|\n  s.name = 'x'\n  s.version = '1.0'\n  s.add_dependency 'rack', '>= 3'\n  s.add_development_dependency('rake')\nend\n",
		}),
	).toEqual({
		'x/app (composer, php/composer.json)': [
			'php >=8.2 - platform',
			'monolog/monolog ^3 3.8.0 runtime',
			'phpunit/phpunit ^11 11.5.0 development',
		],
		'web (bundler, web/Gemfile)': [
			'rails ~> 8.0, >= 8.0.1 8.0.2 runtime',
			'rspec - 3.13.0 development',
			'puma - - production',
		],
		'x 1.0 (bundler, gem/x.gemspec)': ['rack >= 3 - runtime', 'rake - - development'],
	});
});

test('a manifest that cannot be read does not hide the others', async () => {
	const { modules, unreadable } = await read({
		'package.json': '{',
		'Cargo.toml': '[',
		'pom.xml': '<project>',
		'go.mod': 'module m\n',
		'composer.json': '[]',
	});
	expect(modules.map(({ name }) => name)).toEqual(['root', 'm']);
	expect(unreadable.map(({ path }) => path).sort()).toEqual(['Cargo.toml', 'package.json', 'pom.xml']);
});

const NAMES = [
	'package.json',
	'package-lock.json',
	'yarn.lock',
	'pnpm-lock.yaml',
	'pnpm-workspace.yaml',
	'Cargo.toml',
	'Cargo.lock',
	'go.mod',
	'go.work',
	'go.sum',
	'pyproject.toml',
	'requirements.txt',
	'setup.cfg',
	'setup.py',
	'Pipfile',
	'poetry.lock',
	'pom.xml',
	'build.gradle',
	'settings.gradle',
	'gradle/libs.versions.toml',
	'a.sln',
	'a.csproj',
	'composer.json',
	'composer.lock',
	'Gemfile',
	'Gemfile.lock',
	'x.gemspec',
];

test('whatever stands in the files, the reading ends with an answer', async () => {
	const content = fc.oneof(
		fc.string({ maxLength: 200 }),
		fc.json(),
		fc.constantFrom(
			'<a><b/></a>',
			'[package]\nname = 3',
			'include(":a")',
			'[project]\ndependencies = 4',
			'<Project><PackageReference Include=""/></Project>',
		),
	);
	await fc.assert(
		fc.asyncProperty(fc.dictionary(fc.constantFrom(...NAMES), content), async files => {
			const { modules } = await read(files);
			expect(modules.every(({ name, manifest }) => name !== '' && manifest !== '')).toBe(true);
		}),
		{ numRuns: 300 },
	);
});

test('XML does not expand, and what is not closed is told', () => {
	expect(parseXml('<a x="1 &lt; 2"><b><![CDATA[<c>]]></b>t&#65;</a>')).toEqual({
		name: 'a',
		attributes: { x: '1 < 2' },
		children: [{ name: 'b', attributes: {}, children: [], text: '<c>' }],
		text: 'tA',
	});
	expect(parseXml('<!DOCTYPE a [<!ENTITY x "boom">]><a>&x;</a>').text).toBe('&x;');
	expect(() => parseXml('<a><b></a>')).toThrow('</a> closes <b>');
	expect(() => parseXml('nothing')).toThrow();
});
