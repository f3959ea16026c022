import { SETTINGS } from '../../packages/extension/src/settings/settings.ts';
import { GENERATED_NOTE, tableRow } from './markdown.ts';

export function settingsReference(): string {
	return `# Settings

${GENERATED_NOTE}

Nothing needs to be set. In a workspace that is not trusted, values that come with the workspace are ignored.

${settingsTable()}
`;
}

export function settingsTable(): string {
	const rows = Object.entries(SETTINGS).map(([name, { type, default: value, scope, description }]) =>
		tableRow(`\`${name}\``, [type].flat().join(' or '), `\`${JSON.stringify(value)}\``, scope, description),
	);
	return ['| setting | type | default | scope | what it does |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
