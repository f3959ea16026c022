import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/build/artefacts.ts';

export interface DocumentedCommand {
	/** Relative to the repository. */
	page: string;
	command: string;
}

/** Every command that README and docs tell a user to type: fenced as sh, or `hawser …` in a sentence. */
export function documentedCommands(): readonly DocumentedCommand[] {
	const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT }).map(page => page.replaceAll(path.sep, '/'))];
	return pages.sort().flatMap(page => {
		const text = readFileSync(path.join(ROOT, page), 'utf8');
		const fences = [...text.matchAll(/^```sh.*?\n(.*?)^```$/gms)].flatMap(([, body = '']) =>
			page === 'docs/tools.md' ? [body.trim()] : commandsOf(body),
		);
		const prose = text.replaceAll(/^```.*?^```$/gms, '');
		const inline = [...prose.matchAll(/`(hawser [^`\n]+)`/g)].map(([, command = '']) => command);
		return [...fences, ...inline].map(command => ({ page, command }));
	});
}

function commandsOf(fence: string): readonly string[] {
	return fence
		.replaceAll(/\\\n\s*/g, '')
		.split('\n')
		.map(line => line.replace(/\s+#.*$/, '').trim())
		.filter(line => line !== '');
}
