import { expect, test } from 'vitest';
import { howOften } from '../support/how-often.ts';
import { renamePlaces } from '../support/repository/ask-window.ts';
import { differences } from '../support/repository/differences.ts';
import { pick } from '../support/repository/pick.ts';
import { useRepository } from '../support/repository/use-repository.ts';

/** A rename would write where TypeScript itself would, and nowhere else; nothing is changed here. */
const SYMBOLS = howOften('HAWSER_REPOSITORY_SYMBOLS', 24);
const SEED = 20_260_728;
const repository = useRepository();

test(`symbol_rename renames ${SYMBOLS} symbols as TypeScript does, the first in a cold window`, {
	timeout: 600_000,
}, async () => {
	const { client, plain } = repository();
	const symbols = pick(await plain.declarations(), SYMBOLS, SEED, ({ kind }) => kind);
	const wrong = await differences(
		symbols,
		(symbol, expected) => renamePlaces(client, symbol, expected),
		symbol => plain.renameLocations(symbol),
	);
	expect(wrong).toEqual([]);
});
