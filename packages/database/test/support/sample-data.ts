/** A small record shop, the same on every engine, and a table that hostile statements are after. */
export function sampleData(engine: 'postgres' | 'mysql' | 'sqlite'): readonly string[] {
	const key =
		engine === 'postgres'
			? 'serial primary key'
			: engine === 'mysql'
				? 'int auto_increment primary key'
				: 'integer primary key';
	const numbers = (count: number) =>
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
	const fill = (table: string, columns: string, values: string, count: number) =>
		engine === 'mysql'
			? `insert into ${table} (${columns}) ${numbers(count)} select ${values} from n`
			: `${numbers(count)} insert into ${table} (${columns}) select ${values} from n`;
	const text = (label: string) => (engine === 'mysql' ? `concat('${label} ', i)` : `'${label} ' || i`);
	return [
		...(engine === 'mysql' ? ['set session max_recursive_iterations = 1000000'] : []),
		`create table artist (id ${key}, name varchar(100) not null)`,
		`create table album (id ${key}, title varchar(100) not null, artist_id int not null${engine === 'mysql' ? '' : ' references artist(id) on delete cascade'}${
			engine === 'mysql' ? ', foreign key (artist_id) references artist(id) on delete cascade' : ''
		})`,
		`create table track (id ${key}, album_id int not null${engine === 'mysql' ? '' : ' references album(id)'}, name varchar(200) not null, ms int not null,
			price decimal(10,2) not null default 0.99, added date${engine === 'mysql' ? ', foreign key (album_id) references album(id)' : ''})`,
		'create index track_album on track (album_id)',
		`create table victim (id int primary key, note varchar(100))`,
		fill('artist', 'name', text('Artist'), 10),
		fill('album', 'title, artist_id', `${text('Album')}, i % 10 + 1`, 40),
		fill(
			'track',
			'album_id, name, ms, added',
			`i % 40 + 1, ${text('Track')}, 1000 + i * 37, '2024-02-03'`.replace(
				"'2024-02-03'",
				engine === 'postgres' ? "date '2024-02-03'" : "'2024-02-03'",
			),
			20_000,
		),
		"insert into victim values (1, 'one'), (2, 'two'), (3, null)",
		'create view artist_album as select artist.name, album.title from artist join album on album.artist_id = artist.id',
	];
}
