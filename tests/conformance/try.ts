import { startFixtureHost } from './fixture-host.ts';
import { complaints, type Revision, requiredScenarios, runSuite } from './run-suite.ts';

for (const revision of ['2025-11-25', '2026-07-28'] as Revision[]) {
	const host = await startFixtureHost();
	const t = Date.now();
	const run = await runSuite(host.url, revision, 200_000);
	const required = await requiredScenarios(revision);
	console.log(
		revision,
		'exit',
		run.exitCode,
		'required',
		required.length,
		'ran',
		run.scenarios.size,
		Date.now() - t,
		'ms',
		'defects',
		host.defects,
	);
	console.log(complaints(run, required));
	const others = [...run.scenarios.keys()].filter(n => !required.includes(n));
	for (const o of others)
		console.log(
			'other',
			o,
			complaints(run, [o]).map(s => s.slice(0, 300)),
		);
	for (const [n, checks] of run.scenarios) {
		const s = checks.filter(c => c.status === 'SKIPPED' || c.status === 'INFO');
		if (s.length) console.log(n, s.map(c => `${c.status} ${c.id}`).slice(0, 6));
	}
	const all = [...run.scenarios].filter(([n]) => required.includes(n)).flatMap(([, c]) => c);
	console.log('required checks', all.filter(c => c.status === 'SUCCESS').length, all.length);
	const t2 = Date.now();
	await host.close();
	console.log('close', Date.now() - t2);
}
