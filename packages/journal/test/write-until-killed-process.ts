/** Enters changes one after the other until it is killed, and says of each step when it is safe. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../src/journal.ts';

const [folder = '', project = ''] = process.argv.slice(2);
const journal = openJournal(folder);
const say = (word: string, id: string) => process.stdout.write(`${word} ${id}\n`);
for (let round = 0; ; round++) {
	const name = `file-${round % 5}.txt`;
	const change = {
		...{ agent: 'test', connection: 'one', call: `call-${round}`, tool: 'file_write', kind: 'edit' as const },
		...{ file: join(project, name), before: `before ${round}\n`, after: `after ${round}\n` },
		...{ linesAdded: 1, linesRemoved: 1 },
	};
	const begun = await journal.begin([change]);
	const id = begun.ids[0] ?? '';
	say('entered', id);
	writeFileSync(join(project, name), change.after);
	await begun.made();
	say('made', id);
	if (round % 3 === 0) {
		await journal.grow(id, { after: `grown ${round}\n`, linesAdded: 1, linesRemoved: 1 });
		say('grown', id);
	}
	if (round % 4 === 0) {
		await journal.markSeen([id]);
		say('seen', id);
	}
	if (round % 7 === 0) {
		await journal.prune();
	}
}
