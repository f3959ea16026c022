import { BSONRegExp } from 'bson';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyNotRead } from '../../src/mongodb/read-commands.ts';
import { readQuestion } from '../../src/mongodb/shell-question.ts';
import { type Document, isDocument, isList, type Value } from '../../src/mongodb/shell-values.ts';

/** Maps as objects, to compare with. */
function plain(value: Value | undefined): unknown {
	if (isDocument(value)) {
		return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
	}
	return isList(value) ? value.map(plain) : value;
}

const read = (text: string, params: (string | number)[] = []) => plain(readQuestion(text, params).command);

function refused(text: string): boolean {
	try {
		readQuestion(text);
		return false;
	} catch {
		return true;
	}
}

describe('questions to MongoDB', () => {
	test.each([
		['db.orders.find()', { find: 'orders', filter: {} }],
		['db.orders.find({}).count()', { count: 'orders', query: {} }],
		[
			'db.orders.find({ "a.b": { $in: [1, -2.5, \'x\'] }, c: /^ab+/i }, { _id: 0 }).sort({ at: -1 }).limit(5).skip(2).toArray();',
			{
				find: 'orders',
				filter: { 'a.b': { $in: [1, -2.5, 'x'] }, c: new BSONRegExp('^ab+', 'i') },
				projection: { _id: 0 },
				sort: { at: -1 },
				limit: 5,
				skip: 2,
			},
		],
		['db.a.b.findOne({x: 1,},)', { find: 'a.b', filter: { x: 1 }, limit: 1 }],
		['db["odd name"].find({})', { find: 'odd name', filter: {} }],
		["db.getCollection('x').countDocuments({ a: null })", { count: 'x', query: { a: null } }],
		["db.x.distinct('kind')", { distinct: 'x', key: 'kind', query: {} }],
		[
			'db.x.aggregate([{ $match: { a: true } }, { $sort: { a: 1 } }])',
			{ aggregate: 'x', pipeline: [{ $match: { a: true } }, { $sort: { a: 1 } }] },
		],
		['db.x.aggregate({ $match: {} }, { $limit: 1 })', { aggregate: 'x', pipeline: [{ $match: {} }, { $limit: 1 }] }],
		['{ find: "x", filter: {}, $db: "other", lsid: 1, maxTimeMS: 9 }', { find: 'x', filter: {} }],
		['{ "explain": { "find": "x" }, "verbosity": "allPlansExecution" }', { find: 'x' }],
		['show collections', { listCollections: 1 }],
		['db.runCommand({ collStats: "x" })', { collStats: 'x' }],
		['db.x.find( // all of them\n{})', { find: 'x', filter: {} }],
	])('%s', (text, expected) => {
		expect(read(text)).toEqual(expected);
	});

	test('types of the shell and of JSON', () => {
		const text =
			'db.x.find({ a: ObjectId("65a1b2c3d4e5f60718293a4b"), b: ISODate("2026-01-01"), c: NumberLong("9007199254740993"), d: { $date: "2026-01-01T00:00:00Z" }, e: { "$oid": "65a1b2c3d4e5f60718293a4b" }, f: new Date(0), g: 9007199254740993, h: UUID("00112233-4455-6677-8899-aabbccddeeff") })';
		const filter = readQuestion(text).command.get('filter');
		const shown = isDocument(filter) ? [...filter].map(([key, value]) => `${key} ${JSON.stringify(value)}`) : [];
		expect(shown.slice(0, 1)).toEqual(['a "65a1b2c3d4e5f60718293a4b"']);
		expect(shown[2]).toBe('c {"high":2097152,"low":1,"unsigned":false}');
		expect(shown[4]).toBe('e "65a1b2c3d4e5f60718293a4b"');
		expect(shown[6]).toBe('g {"high":2097152,"low":1,"unsigned":false}');
		expect(shown[7]).toBe('h "00112233-4455-6677-8899-aabbccddeeff"');
	});

	test('a parameter is a value, whatever is in it', () => {
		expect(read('db.x.find({ name: ?, n: ? })', ['"}, $where: "1', 2])).toEqual({
			find: 'x',
			filter: { name: '"}, $where: "1', n: 2 },
		});
		expect(refused('db.x.find({ a: ? })')).toBe(true);
		expect(() => readQuestion('db.x.find({})', [1])).toThrow('0 placeholders');
	});
});

const WRITING_METHODS =
	`insert insertOne insertMany update updateOne updateMany replaceOne remove deleteOne deleteMany bulkWrite save
findAndModify findOneAndUpdate findOneAndReplace findOneAndDelete drop dropIndex dropIndexes createIndex createIndexes ensureIndex reIndex
renameCollection mapReduce watch convertToCapped validate initializeOrderedBulkOp initializeUnorderedBulkOp hideIndex unhideIndex copyTo
compactStructuredEncryptionData configureQueryAnalyzer analyzeShardKey group latencyStats getPlanCache constructor __proto__ toString`.split(
		/\s+/,
	);

const OTHER_COMMANDS =
	`insert update delete findAndModify findandmodify bulkWrite create createIndexes drop dropDatabase dropIndexes
renameCollection collMod convertToCapped cloneCollectionAsCapped compact reIndex mapReduce mapreduce eval $eval group geoSearch
createUser updateUser dropUser dropAllUsersFromDatabase grantRolesToUser createRole usersInfo rolesInfo authenticate logout saslStart
shutdown fsync fsyncUnlock setParameter getParameter getCmdLineOpts getLog currentOp killOp killCursors killSessions killAllSessions
endSessions startSession abortTransaction commitTransaction replSetReconfig replSetStepDown addShard enableSharding shardCollection
moveChunk profile planCacheClear setFeatureCompatibilityVersion logRotate applyOps configureFailPoint sleep getMore listDatabases hello
whatsmyuri serverStatus top validate dbHash connPoolStats explain FIND Find aggregatE refreshSessions internalRenameIfOptionsAndIndexesMatch`.split(
		/\s+/,
	);

const WRITING_STAGES =
	`$out $merge $changeStream $changeStreamSplitLargeEvent $currentOp $listSessions $listLocalSessions $planCacheStats
$listSampledQueries $listSearchIndexes $listClusterCatalog $shardedDataDistribution $queryStats $querySettings $_internalInhibitOptimization
$_internalApplyOplogUpdate $setMetadata $backupCursor $rankFusion $scoreFusion $operationMetrics $mergeCursors $match2 Match match $Match`.split(
		/\s+/,
	);

describe('the gate of MongoDB', () => {
	test.each(WRITING_METHODS)('refuses the method %s', name => {
		for (const text of [
			`db.x.${name}({})`,
			`db.x.find().${name}({})`,
			`db.x.${name}()`,
			`db.${name}({})`,
			`db["x"].${name}({}, {})`,
		]) {
			expect(refused(text), text).toBe(true);
		}
	});

	test.each(OTHER_COMMANDS)('refuses the command %s', name => {
		for (const text of [
			`{ "${name}": "x" }`,
			`{ ${name}: 1, find: "x" }`,
			`db.runCommand({ "${name}": "x" })`,
			`{ explain: { "${name}": "x" } }`,
		]) {
			expect(refused(text), text).toBe(true);
		}
	});

	test.each(WRITING_STAGES)('refuses the stage %s, at any depth', stage => {
		const evil = `{ "${stage}": "stolen" }`;
		const pipelines = [
			`[${evil}]`,
			`[{ $match: {} }, ${evil}]`,
			`[{ $lookup: { from: "y", as: "z", pipeline: [${evil}] } }]`,
			`[{ $facet: { a: [{ $match: {} }], b: [${evil}] } }]`,
			`[{ $unionWith: { coll: "y", pipeline: [${evil}] } }]`,
			`[{ $lookup: { from: "y", as: "z", pipeline: [{ $facet: { a: [{ $unionWith: { coll: "q", pipeline: [${evil}] } }] } }] } }]`,
			`[{ $match: {}, "${stage}": "stolen" }]`,
		];
		for (const pipeline of pipelines) {
			expect(refused(`db.x.aggregate(${pipeline})`), pipeline).toBe(true);
			expect(refused(`{ aggregate: "x", pipeline: ${pipeline}, cursor: {} }`), pipeline).toBe(true);
		}
	});

	test.each(['$where', '$function', '$accumulator', '$eval', '$code', '$_internalJsEmit'])(
		'refuses %s wherever it stands',
		key => {
			const evil = `{ "${key}": "while(1);" }`;
			const texts = [
				`db.x.find(${evil})`,
				`db.x.find({ $or: [{ a: 1 }, ${evil}] })`,
				`db.x.find({ a: { $elemMatch: ${evil} } })`,
				`db.x.find({}, { a: ${evil} })`,
				`db.x.find({}).sort({ a: ${evil} })`,
				`db.x.find({}).hint(${evil})`,
				`db.x.find({ $expr: ${evil} })`,
				`db.x.countDocuments(${evil})`,
				`db.x.distinct("a", ${evil})`,
				`db.x.aggregate([{ $group: { _id: null, n: ${evil} } }])`,
				`db.x.aggregate([{ $match: ${evil} }])`,
				`db.x.aggregate([{ $project: { a: { $map: { input: "$b", in: ${evil} } } } }])`,
				`db.x.aggregate([], { let: ${evil} })`,
				`{ find: "x", filter: ${evil} }`,
				`{ listCollections: 1, filter: ${evil} }`,
				`db.x.find({ "\\u0024${key.slice(1)}": "1" })`,
			];
			for (const text of texts) {
				expect(refused(text), text).toBe(true);
			}
		},
	);

	test.each([
		['two questions', 'db.x.find(); db.y.drop()'],
		['a call after the end', 'db.x.find()\ndb.y.drop()'],
		['passwords of the server', "db.getCollection('system.users').find()"],
		['another database of the server', "db.getSiblingDB('admin').users.find()"],
		['the same in capitals', "db.getSiblingDB('LOCAL').oplog.find()"],
		[
			'system collections through $lookup',
			'db.x.aggregate([{ $lookup: { from: "system.users", as: "u", pipeline: [] } }])',
		],
		[
			'another database through $lookup',
			'db.x.aggregate([{ $lookup: { from: { db: "admin", coll: "system.users" }, as: "u" } }])',
		],
		['system collections through $unionWith', 'db.x.aggregate([{ $unionWith: "system.users" }])'],
		['code', 'db.x.find(function () { return true })'],
		['an arrow function', 'db.x.find(() => true)'],
		['a template', 'db.x.find({ a: `x` })'],
		['an expression', 'db.x.find({ a: 1 + 1 })'],
		['a field that is there twice', '{ find: "x", filter: {}, filter: { $where: "1" } }'],
		['an unknown field', '{ find: "x", tailable: true, awaitData: true }'],
		['a field that asks the server to write', '{ find: "x", writeConcern: {} }'],
		['a transaction', '{ find: "x", startTransaction: true, autocommit: false }'],
		['the collection of commands', '{ find: "$cmd" }'],
		['the collection of commands of another database', 'db["admin.$cmd"].find()'],
		['a collection with a zero byte', 'db["x\\u0000y"].find()'],
		['a collection of commands anywhere', 'db["a-b.$cmd.x"].find()'],
		['a number as collection', '{ find: 1 }'],
		['a list as command', '[{ find: "x" }]'],
		['nothing', '  '],
		['SQL', 'SELECT * FROM orders'],
		['an open string', 'db.x.find({ a: "b })'],
		['an open regular expression', 'db.x.find({ a: /b })'],
		['a type with a wrong value', 'db.x.find({ a: ObjectId("nonsense") })'],
		['a document that is nested too deeply', `db.x.find(${'{a:'.repeat(200)}1${'}'.repeat(200)})`],
	])('refuses %s', (_name, text) => {
		expect(refused(text)).toBe(true);
	});

	test('keys that mean something to JavaScript are plain fields', () => {
		const { command } = readQuestion(
			'{ find: "x", filter: { "__proto__": { "a": 1 }, "_bsontype": "Code", "toBSON": 1 } }',
		);
		const filter = command.get('filter');
		expect(isDocument(filter) && [...filter.keys()]).toEqual(['__proto__', '_bsontype', 'toBSON']);
	});

	test('a generated document passes only without what is forbidden', () => {
		const forbidden = ['$where', '$function', '$accumulator', '$out', '$merge', '$_x'];
		const { value } = fc.letrec(tie => ({
			value: fc.oneof(
				{ maxDepth: 4 },
				fc.string(),
				fc.integer(),
				fc.constant(null),
				fc.array(tie('value'), { maxLength: 3 }),
				fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$match', '$or', ...forbidden)), tie('value'), {
					maxKeys: 3,
				}),
			),
		}));
		fc.assert(
			fc.property(value, filter => {
				const text = JSON.stringify({ find: 'x', filter });
				const holds = forbidden.some(key => text.includes(`${JSON.stringify(key)}:`));
				if (holds) {
					expect(refused(text)).toBe(true);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	test('any text is read or refused, and what passes is a read', () => {
		const piece = fc.constantFrom(
			'db',
			'.',
			'x',
			'find',
			'drop',
			'(',
			')',
			'{',
			'}',
			'[',
			']',
			'$out',
			':',
			'"a"',
			"'",
			',',
			'1',
			'/',
			' ',
			'aggregate',
			'$match',
			'?',
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
				let command: Document | undefined;
				try {
					({ command } = readQuestion(pieces.join('')));
				} catch (cause) {
					expect((cause as Error).constructor.name).toBe('Unreadable');
				}
				expect(command && whyNotRead(command)).toBe(undefined);
			}),
			{ numRuns: 5_000 },
		);
	});

	/** As many characters would take minutes in the square of them. */
	test.each([
		['a long text', `db.x.find({ a: "${'x'.repeat(90_000)}" })`, false],
		['a long list', `db.x.find({ a: [${'1,'.repeat(40_000)}] })`, false],
		['spaces', `db.x${' '.repeat(90_000)}y`, true],
		['an expression that never ends', `db.x.find(/${'['.repeat(90_000)}`, true],
		['comments', '//'.repeat(45_000), true],
	])('%s is read in linear time', (_, text, isRefused) => {
		expect(refused(text)).toBe(isRefused);
	});
});
