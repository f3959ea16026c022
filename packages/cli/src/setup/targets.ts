import type { Client } from './client.ts';
import { CLIENTS } from './client-list.ts';
import { CLIENT_NAMES, type ClientName } from './client-names.ts';
import { HOOK_FILES } from './hooks/hook-files.ts';
import { HOOK_CLIENTS, type HookName } from './hooks/hook-names.ts';
import { SKILL_FILES, SKILL_NAMES, type SkillName } from './skill/skill-files.ts';

/** Everything whose file `hawser setup` may write: clients, the files of skills, and hooks. */
export type TargetName = ClientName | SkillName | HookName;

export const TARGETS: Readonly<Record<TargetName, Client>> = { ...CLIENTS, ...SKILL_FILES, ...HOOK_FILES };

export const TARGET_NAMES: readonly TargetName[] = [
	...CLIENT_NAMES,
	...SKILL_NAMES,
	...HOOK_CLIENTS.map(client => `hook-${client}` as const),
];
