/** Changes the map without end, until it is killed. Arguments: file, own key. */
import { jsonMapFile } from '../src/json-map-file.ts';

const [path = '', key = ''] = process.argv.slice(2);
const file = jsonMapFile(path, (value): value is number => typeof value === 'number');
process.once('disconnect', () => process.exit());
for (let count = 1; ; count++) {
	try {
		await file.change(map => {
			map.set(key, count);
			return true;
		});
		process.send?.(count);
	} catch {
		// On a busy machine the others may have had every turn until the wait was over; a lock that is never free hangs the test.
	}
}
