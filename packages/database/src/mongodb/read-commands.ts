import { type Document, isDocument, isList, type Value } from './shell-values.ts';

/** The commands that may be asked for, and the fields of each that mean a part of the question. */
export const READ_COMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
	find: new Set(['filter', 'sort', 'projection', 'hint', 'skip', 'limit', 'collation', 'min', 'max', 'let']),
	aggregate: new Set(['pipeline', 'collation', 'hint', 'let']),
	count: new Set(['query', 'limit', 'skip', 'hint', 'collation']),
	distinct: new Set(['key', 'query', 'collation', 'hint']),
	listCollections: new Set(['filter', 'nameOnly']),
	listIndexes: new Set([]),
	collStats: new Set(['scale']),
	dbStats: new Set(['scale']),
};

/** Said by shells and drivers with every command; Hawser says its own. */
export const IGNORED_FIELDS = new Set([
	'$db',
	'cursor',
	'batchSize',
	'singleBatch',
	'maxTimeMS',
	'comment',
	'lsid',
	'allowDiskUse',
	'readConcern',
]);

/** Stages that hand on what they read. Those that write, wait for changes or show sessions of others are not among them. */
const STAGES = new Set(
	`$addFields $bucket $bucketAuto $collStats $count $densify $documents $facet $fill $geoNear $graphLookup $group $indexStats $limit
	$lookup $match $project $redact $replaceRoot $replaceWith $sample $search $searchMeta $set $setWindowFields
	$skip $sort $sortByCount $unionWith $unset $unwind $vectorSearch`.split(/\s+/),
);

/** Server-side JavaScript and writes, wherever they stand; and operators that are for servers among themselves. */
const FORBIDDEN = new Set(['$where', '$function', '$accumulator', '$out', '$merge', '$eval', '$code', '$scope']);

/** Stages whose value names another collection, and where. */
const OTHER_COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
	$lookup: ['from'],
	$graphLookup: ['from'],
	$unionWith: ['coll'],
};

/** Why a command would do more than read; undefined when it does not. It is asked of what is sent, right before it is sent. */
export function whyNotRead(command: Document): string | undefined {
	const [[name, target] = ['', null]] = command;
	const fields = Object.hasOwn(READ_COMMANDS, name) ? READ_COMMANDS[name] : undefined;
	if (!fields) {
		return `"${name.slice(0, 40)}" is not one of the commands that only read: ${Object.keys(READ_COMMANDS).join(', ')}`;
	}
	const hasCollection = !['listCollections', 'dbStats'].includes(name);
	if (hasCollection && (typeof target !== 'string' || target === '')) {
		return `${name} names no collection`;
	}
	if (typeof target === 'string' && isSystem(target)) {
		return `${target} belongs to the server and may hold its passwords`;
	}
	for (const [field, value] of [...command].slice(1)) {
		const why = fields.has(field)
			? whyForbidden(value)
			: IGNORED_FIELDS.has(field)
				? undefined
				: `${name} has no field "${field.slice(0, 40)}" that reads`;
		if (why !== undefined) {
			return why;
		}
	}
	return name === 'aggregate' ? whyNotPipeline(command.get('pipeline')) : undefined;
}

function whyNotPipeline(pipeline: Value | undefined): string | undefined {
	if (!isList(pipeline)) {
		return 'a pipeline is a list of stages';
	}
	for (const stage of pipeline) {
		const why = isDocument(stage) ? whyNotStage(stage) : 'a stage is a document';
		if (why !== undefined) {
			return why;
		}
	}
	return undefined;
}

function whyNotStage(stage: Document): string | undefined {
	const [[name, value] = ['', null]] = stage;
	if (stage.size !== 1 || !STAGES.has(name)) {
		return `"${name.slice(0, 40)}" is not one of the stages that only read`;
	}
	if (name === '$facet') {
		const branches = isDocument(value) ? [...value.values()] : [null];
		return branches.map(whyNotPipeline).find(why => why !== undefined);
	}
	const places = Object.hasOwn(OTHER_COLLECTIONS, name) ? OTHER_COLLECTIONS[name] : undefined;
	if (!places) {
		return undefined;
	}
	const named = isDocument(value) ? places.map(place => value.get(place)) : [value];
	for (const collection of named) {
		// $documents inside a $lookup needs no collection.
		if (collection !== undefined && (typeof collection !== 'string' || isSystem(collection))) {
			return `${name} may only lead to a collection of the same database`;
		}
	}
	const inner = isDocument(value) ? value.get('pipeline') : undefined;
	return inner === undefined ? undefined : whyNotPipeline(inner);
}

/** Looks at every key of a value, at any depth. */
function whyForbidden(value: Value): string | undefined {
	if (isList(value)) {
		return value.map(whyForbidden).find(why => why !== undefined);
	}
	if (!isDocument(value)) {
		return undefined;
	}
	for (const [key, item] of value) {
		if (FORBIDDEN.has(key) || key.startsWith('$_') || key.includes('\0')) {
			return `${key.slice(0, 40)} writes or runs code on the server`;
		}
		const why = whyForbidden(item);
		if (why !== undefined) {
			return why;
		}
	}
	return undefined;
}

function isSystem(collection: string): boolean {
	return /^system\.|[\0$]/i.test(collection);
}
