import { readMetadata } from '@hawser/agent-config/custom-tools/metadata.ts';
import { readProperty, removeProperty, setProperty } from '@hawser/agent-config/json/edit-json.ts';
import { createRedactor } from '@hawser/core/runtime/redact-secrets.ts';
import { globMatcher, rootedGlobs, splitGlobs } from '@hawser/core/text/glob.ts';
import { showHiddenCharacters } from '@hawser/core/text/show-hidden-characters.ts';
import { plainMarkdown } from '@hawser/core/tools/symbol/plain-markdown.ts';
import { discover } from '@hawser/database/discovery/discover.ts';
import { gate, questionMarks, singleStatement } from '@hawser/database/gate/gate.ts';
import { HttpResponseParser } from '@hawser/link/http-response-parser.ts';
import { StdioSession } from '../../../packages/cli/src/mcp/stdio-session.ts';
import { scanToml } from '../../../packages/cli/src/setup/toml-scanner.ts';
import { readFailureReport } from '../../../packages/extension/src/editor/tests/failure-report.ts';
import { readProject } from '../../../packages/manifests/src/read-project.ts';

type Samples = readonly [string, ...string[]];

export interface Reader {
	name: string;
	samples: Samples;
	read: (text: string) => unknown;
	/** Names of the errors that it may throw, by its own description. */
	throws?: readonly string[];
}

const SQL: Samples = [
	"select * from cart where name = 'it''s' -- all\nlimit 3",
	'with a as (select 1) select $1::text, E\'\\n\', $tag$ body $tag$, "quoted" from a /* nested /* comment */ */',
	"explain analyze select `a`, [b], N'x', 0x1F, 1e5 from t; pragma table_info(t)",
	"insert into t values (1, 'a'); delete from t where true",
	'/*!50000 select */ 1 # comment\n; show create table t',
	"select ('a'::text).length, {d '2020-01-01'}, @@version, ?, :name",
];

const MANIFESTS: Readonly<Record<string, Samples>> = {
	'package.json': [
		'{"name":"a","version":"1.0.0","workspaces":["packages/*","{a,b}/**"],"dependencies":{"x":"^1.2.3"}}',
	],
	'package-lock.json': ['{"packages":{"node_modules/x":{"version":"1.2.4"}}}'],
	'pnpm-workspace.yaml': ['packages:\n  - "packages/*"\n  - &a !!str libs\n  - *a\ncatalog:\n  x: 1.0.0\n'],
	'pnpm-lock.yaml': [
		"lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      x:\n        version: 1.2.4(y@1)\npackages:\n",
	],
	'yarn.lock': ['# yarn lockfile v1\n\nx@^1.2.3, x@^1.2.0:\n  version "1.2.4"\n'],
	'pom.xml': [
		'<?xml version="1.0"?><!-- c --><project xmlns:x="y"><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version><properties><v>1</v></properties><dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><version><![CDATA[2]]></version></dependency></dependencies></project>',
	],
	'app.csproj': ['<Project Sdk="a"><ItemGroup><PackageReference Include="b" Version="1" /></ItemGroup></Project>'],
	'a.sln': ['Project("{F}") = "app", "app.csproj", "{1}"\nEndProject\n'],
	'settings.gradle': [
		"rootProject.name = 'r'\ninclude(':app', ':lib')\nproject(':lib').projectDir = file('libs/lib')\n",
	],
	'build.gradle': [
		"version = '1'\ndependencies { // c\n implementation 'g:n:1'\n api(platform(\"g:n\"))\n testImplementation project(':lib')\n api libs.junit.api }\n",
	],
	'libs.versions.toml': ['[versions]\na = "1"\n[libraries]\njunit-api = { module = "g:n", version.ref = "a" }\n'],
	'Cargo.toml': [
		'[package]\nname = "a"\nversion = "1.0.0"\n[dependencies]\nb = { version = "1", optional = true }\n[workspace]\nmembers = ["crates/*"]\n',
	],
	'go.mod': ['module example.org/a\n\ngo 1.22\n\nrequire (\n\tb v1.0.0 // indirect\n)\nreplace b => ../b\n'],
	'pyproject.toml': [
		'[project]\nname = "a"\ndependencies = ["b[x]>=1,<2; python_version > \'3\'"]\n[tool.poetry.dependencies]\nc = "^1"\n',
	],
	'setup.py': ["setup(name='a', version='1', install_requires=['b>=1', \"c\"])\n"],
	'setup.cfg': ['[options]\ninstall_requires =\n    b>=1\n    c\n'],
	'requirements.txt': ['b[x]==1.0 --hash=sha256:0 # c\n-r other.txt\nc @ https://example.org/c.whl\n'],
	Gemfile: ["group :test do\n  gem 'a', '~> 1', group: [:x]\nend\n# c\n"],
	'a.gemspec': ["Gem::Specification.new do |s|\n s.name = 'a'\n s.add_development_dependency('b', '~> 1')\nend\n"],
	'Gemfile.lock': ['GEM\n  specs:\n    a (1.0)\n      b (>= 1)\n'],
	'composer.json': ['{"name":"a/b","require":{"php":">=8","c/d":"^1"}}'],
};

const DATABASE_FILES: Readonly<Record<string, Samples>> = {
	'.env': [
		'DATABASE_URL="postgres://u:p@localhost:5432/db?sslmode=disable" # c\nexport A=\'b\'\nC=${A:-d}\nDB_HOST=127.0.0.1\n',
	],
	'.devdbrc': ['[{"name":"a","type":"sqlite","path":"./a.db"}, // c\n]'],
	'dbhub.toml': ['[[sources]]\nid = "a"\ndsn = "mysql://u:p@h/db"\n'],
	'docker-compose.yml': [
		'services:\n  db: &db\n    image: postgres:16\n    ports: ["5432:5432"]\n    environment:\n      POSTGRES_PASSWORD: ${P:-x}\n  other:\n    <<: *db\n',
	],
	'config/database.yml': [
		'default: &default\n  adapter: postgresql\n  host: <%= ENV.fetch("DB_HOST") { "localhost" } %>\ndevelopment:\n  <<: *default\n  database: a\n',
	],
	'prisma/schema.prisma': ['datasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n}\n'],
	'settings.py': [
		"DATABASES = {\n 'default': {\n 'ENGINE': 'django.db.backends.postgresql',\n 'NAME': os.environ.get('N', 'x'),\n }\n}\n",
	],
	'drizzle.config.ts': [
		"export default { dialect: 'postgresql', dbCredentials: { url: process.env.DATABASE_URL ?? 'x' } };\n",
	],
	'ormconfig.json': ['{"type":"mysql","host":"h","port":3306,"username":"u","password":"p","database":"d"}'],
	'.ddev/config.yaml': ['name: a\ndatabase:\n  type: mariadb\n  version: "10.11"\n'],
	'supabase/config.toml': ['project_id = "a"\n[db]\nport = 54322\n'],
	'manage.py': ['import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")\n'],
};

const JSON_CONFIG: Samples = [
	'{\n  // kept\n  "mcpServers": {\n    "other": { "command": "x", "args": [1, null] },\n  },\n  "b": "\\u0041"\n}\n',
	'\ufeff{"mcpServers":{"hawser":{"command":"y"}}}',
	'',
];

const YAML_TOOL: Samples = [
	'name: custom_a\ndescription: "Does a."\nparams:\n  path:\n    type: string\n    required: true\n    pattern: "^a+$"\n  n: { type: number, min: 1 }\nmcp:\n  enabled: true\n  timeout: 10\n  llm:\n    when_to_use: now\n',
	'a: &a [1, 2]\nb: *a\nc: |\n  text\nd: >-\n  folded\n',
];

const HTTP: Samples = [
	'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
	'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nKeep-Alive: timeout=5\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
	'HTTP/1.0 404 \r\n\r\nbody',
];

const RPC: Samples = [
	'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
	'{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"file_read","arguments":{"path":"a"},"_meta":{"progressToken":1}}}',
	'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
	'{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
	'{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen","params":{}}',
];

const project = (name: string): Reader['read'] => {
	const neighbours = new Map(Object.entries(MANIFESTS).map(([path, [text]]) => [path, text]));
	return text => {
		const files = new Map([...neighbours, [name, text]]);
		return readProject({ paths: [...files.keys()], text: path => Promise.resolve(files.get(path)) });
	};
};

const databases = (name: string): Reader['read'] => {
	const neighbours = new Map(Object.entries(DATABASE_FILES).map(([path, [text]]) => [path, text]));
	return text => {
		const files = new Map([...neighbours, [name, text]]);
		const names = [...files.keys()];
		return discover(
			{
				read: path => files.get(path),
				exists: path => files.has(path),
				list: folder =>
					names.flatMap(path => (folder === '' || folder === '.' || path.startsWith(`${folder}/`) ? [path] : [])),
				head: () => undefined,
			},
			undefined,
		);
	};
};

function session(text: string): void {
	const host = {
		serverInfo: { name: 'hawser', version: '0' },
		listChanged: true,
		instructions: undefined,
		listTools: () => Promise.resolve([]),
		findTool: () => () => Promise.resolve({ content: [] }),
	};
	const current = new StdioSession(host as never, line => void JSON.parse(line));
	for (const line of text.split('\n')) {
		current.receive(line);
	}
	current.close();
}

const DIALECTS = ['sqlite', 'postgres', 'mysql', 'mssql'] as const;

/** Everything that reads text which a repository or an agent wrote, and needs no editor for it. */
export const READERS: readonly [Reader, ...Reader[]] = [
	{
		name: 'gates',
		samples: SQL,
		read: text =>
			DIALECTS.map(dialect => {
				const verdict = singleStatement(text, dialect);
				// Parameters are counted only in what a gate has let pass.
				return [gate(text, dialect), verdict, verdict.ok && questionMarks(text, dialect)];
			}),
	},
	...Object.entries(MANIFESTS).map(([name, samples]) => ({ name, samples, read: project(name) })),
	...Object.entries(DATABASE_FILES).map(([name, samples]) => ({ name, samples, read: databases(name) })),
	{
		name: "agents' JSON",
		samples: JSON_CONFIG,
		read: text => [
			readProperty(text, ['mcpServers', 'hawser']),
			setProperty(text, ['mcpServers', 'hawser'], { command: 'z' }),
			removeProperty(text, ['mcpServers', 'hawser']),
		],
	},
	{
		name: "agents' TOML",
		samples: ['[mcp_servers.a]\ncommand = "x" # c\nargs = ["y", \'z\']\n[[b]]\nc = { d = 1 }\n'],
		read: scanToml,
		throws: ['TomlProblem'],
	},
	{ name: 'custom tool', samples: YAML_TOOL, read: text => readMetadata(text, 'a') },
	{
		name: 'response of a window',
		samples: HTTP,
		read: text =>
			new HttpResponseParser({ head: () => undefined, body: () => undefined, end: () => undefined }).push(
				Buffer.from(text),
			),
		throws: ['MalformedResponse'],
	},
	{ name: 'messages of an MCP client', samples: RPC, read: session },
	{
		name: 'globs',
		samples: ['src/**/*.{ts,tsx},!a[b-d]?', '**/a/**/b/**/*'],
		read: text => splitGlobs(text).map(glob => globMatcher(rootedGlobs(glob))('src/a/b/c.ts')),
		throws: ['ToolError', 'Error'],
	},
	{
		name: 'redactor',
		samples: [
			'-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
			'a://b:c@d eyJhbGciOi.eyJhbGciOi.abc sk-ant-x',
		],
		read: text => showHiddenCharacters(createRedactor(['own']).redact(text)),
	},
	{
		name: 'markdown',
		samples: ['# a\n```ts\nx\n```\n[a](command:b) ![c](d) <b>e</b> <!-- f -->'],
		read: plainMarkdown,
	},
	{
		name: 'test report',
		samples: ['<testFailure name="a" path="b">\n<message>\nx\n</message>\n</testFailure>'],
		read: readFailureReport,
	},
];
