import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import { buildManifest } from '@hawser/core/contract/manifest.ts';
import { commandOverview } from './command-overview.ts';
import { compatibilityPage } from './compatibility-page.ts';
import { errorReference } from './error-reference.ts';
import { extensionManifest } from './extension-manifest.ts';
import { l10nBundle } from './l10n-bundle.ts';
import { nativeTable } from './native-table.ts';
import { settingsReference, settingsTable } from './settings-reference.ts';
import { toolReference, toolTable } from './tool-reference.ts';
import { troubleshootingPage } from './troubleshooting-page.ts';

export interface GeneratedFile {
	/** Relative to the repository. */
	path: string;
	content: string;
}

export async function generatedFiles(root: string): Promise<readonly GeneratedFile[]> {
	const read = (path: string) => readFileSync(join(root, path), 'utf8');
	const { version } = JSON.parse(read('package.json')) as { version: string };
	const manifest = buildManifest(toolsets, dialects, version);
	const sections = (path: string, contents: Readonly<Record<string, string>>) => ({
		path,
		content: Object.entries(contents).reduce(
			(text, [name, content]) => replaceSection(path, text, name, content),
			read(path),
		),
	});
	const native = nativeTable(read('tests/agents/native-results.json'));
	const extension = extensionManifest(read('packages/extension/package.json'), manifest);
	return [
		...toolsets
			.flatMap(toolset => toolset.tools)
			.map(tool => ({ path: `packages/core/tool-snapshots/${tool.name}.json`, content: toJson(tool) })),
		{ path: 'packages/cli/src/generated/manifest.json', content: toJson(manifest) },
		{ path: 'packages/extension/package.json', content: toJson(extension.manifest) },
		{ path: 'packages/extension/package.nls.json', content: toJson(extension.texts) },
		{ path: 'packages/extension/l10n/bundle.l10n.json', content: toJson(await l10nBundle(root)) },
		{ path: 'docs/tools.md', content: toolReference(manifest) },
		{ path: 'docs/error-codes.md', content: errorReference() },
		{ path: 'docs/settings.md', content: settingsReference() },
		{ path: 'docs/compatibility.md', content: compatibilityPage(read) },
		{ path: 'docs/how/troubleshooting.md', content: troubleshootingPage(read) },
		sections('README.md', {
			tools: toolTable(manifest),
			native,
			measured: readSection('docs/what-a-model-sees.md', read('docs/what-a-model-sees.md'), 'measured'),
		}),
		sections('docs/how/agents-in-the-terminal.md', { native }),
		sections('packages/cli/README.md', { commands: commandOverview() }),
		sections('packages/extension/README.md', { settings: settingsTable() }),
	];
}

export function toJson(value: unknown): string {
	return `${JSON.stringify(value, null, '\t')}\n`;
}

/** Replaces what stands between `<!-- name:start -->` and `<!-- name:end -->`. */
function replaceSection(path: string, text: string, name: string, content: string): string {
	const { from, to } = sectionIn(path, text, name);
	return `${text.slice(0, from)}\n${content}\n${text.slice(to)}`;
}

function readSection(path: string, text: string, name: string): string {
	const { from, to } = sectionIn(path, text, name);
	return text.slice(from, to).trim();
}

function sectionIn(path: string, text: string, name: string): { from: number; to: number } {
	const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from < 0 || to < from) {
		throw new Error(`${path} needs the markers ${start} and ${end}.`);
	}
	return { from: from + start.length, to };
}
