import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureHome } from '@hawser/link/home.ts';
import { writeWindowEntry } from '@hawser/link/window-registry.ts';
import { installedCli } from '../support/installed-cli.ts';
import { type OpenWindow, startWorkbench, type Workbench } from '../support/workbench.ts';
import { AGENT_PACKAGES, type AgentPackage } from './agent-packages.ts';
import type { AgentClient } from './clients/agent-client.ts';
import { installAgent } from './install-agent.ts';
import { type MadeUpModel, startModel } from './model/model-server.ts';
import { nobodyAnswers } from './nobody-answers.ts';
import { type Recorder, startHttpRecorder } from './record/record-http.ts';
import { readSent, type SentMessage } from './record/transcript.ts';
import { type AgentRun, runAgent } from './run-agent.ts';

export type Transport = 'stdio' | 'http';

/** A real window, a made-up model, and people who use agents. */
export interface Station extends AsyncDisposable {
	workbench: Workbench;
	open: OpenWindow;
	model: MadeUpModel;
	/** Somebody with a home folder of their own, this agent and `hawser` on the PATH. */
	user(client: AgentClient, transport: Transport): Promise<User>;
}

export interface User {
	home: string;
	/** Runs `hawser` as this user, in the project. */
	hawser(...args: string[]): Promise<AgentRun>;
	/** Runs the agent with its prompt, in the project. */
	ask(): Promise<AgentRun>;
	/** The same before Hawser is set up. */
	askAlone(): Promise<AgentRun>;
	/** The messages that the agent has sent to Hawser. */
	sent(): readonly SentMessage[];
	forgetSent(): void;
}

export interface StationOptions {
	/** The setting `hawser.projectConfig`: how the window itself writes its entry into the project. */
	projectConfig: 'off' | Transport;
}

export async function startStation({ projectConfig }: StationOptions): Promise<Station> {
	const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-agents-')));
	const workbench = await startWorkbench({ settings: { 'hawser.projectConfig': projectConfig } });
	const open = await workbench.open(workbench.copyProject('shop'));
	const model = await startModel();
	const recorder = await startHttpRecorder(open.entry.port);
	// Who looks for a window here finds the same window, by way of the recorder.
	const recordedHome = join(parent, 'hawser-home');
	ensureHome(recordedHome);
	await writeWindowEntry(recordedHome, { ...open.entry, port: recorder.port });
	let count = 0;
	return {
		workbench,
		open,
		model,
		async user(client, transport) {
			const script = await installAgent(AGENT_PACKAGES[client.name]);
			return settle({
				folder: join(parent, `${client.name}-${transport}-${++count}`),
				client,
				script,
				transport,
				project: open.folder,
				model: model.url,
				recorder,
				hawserHome: transport === 'stdio' ? workbench.home : recordedHome,
			});
		},
		async [Symbol.asyncDispose]() {
			await recorder.close();
			await model[Symbol.asyncDispose]();
			await workbench[Symbol.asyncDispose]();
			rmSync(parent, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

interface Settling {
	folder: string;
	client: AgentClient;
	script: string;
	transport: Transport;
	project: string;
	model: string;
	recorder: Recorder;
	hawserHome: string;
}

function settle({ folder, client, script, transport, project, model, recorder, hawserHome }: Settling): User {
	const home = join(folder, 'home');
	const bin = join(folder, 'bin');
	const record = join(folder, 'sent.jsonl');
	mkdirSync(home, { recursive: true });
	mkdirSync(bin);
	const stdioRecorder = join(import.meta.dirname, 'record/record-stdio.mjs');
	writeProgram(join(bin, 'hawser'), [process.execPath, stdioRecorder, record, installedCli()]);
	const { isProgram }: AgentPackage = AGENT_PACKAGES[client.name];
	writeProgram(join(bin, client.program), isProgram ? [script] : [process.execPath, script]);
	client.prepare(home, { model, project });
	// The usual place. Some agents hand hardly any variable on, so HAWSER_HOME would not arrive.
	symlinkSync(hawserHome, join(home, '.hawser'));
	const env = {
		HOME: home,
		PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
		LANG: 'C.UTF-8',
		TERM: 'dumb',
		...nobodyAnswers(),
		...client.env(model),
	};
	const forgetSent = () => {
		recorder.clear();
		rmSync(record, { force: true });
	};
	forgetSent();
	return {
		home,
		forgetSent,
		hawser: (...args) => runAgent(join(bin, 'hawser'), args, { cwd: project, env }),
		ask: () => runAgent(join(bin, client.program), client.args, { cwd: project, env }),
		askAlone: () => runAgent(join(bin, client.program), client.argsAlone ?? client.args, { cwd: project, env }),
		sent: () =>
			transport === 'http'
				? recorder.sent
				: (existsSync(record) ? readFileSync(record, 'utf8') : '').split('\n').flatMap(readSent),
	};
}

function writeProgram(file: string, command: readonly string[]): void {
	writeFileSync(file, `#!/bin/sh\nexec ${command.map(word => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
}
