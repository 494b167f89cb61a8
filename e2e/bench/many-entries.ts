import Database from "libsql";
import { Client } from "pg";

export const entryCount = 10_000_000;
const firstAt = 1_760_000_000_000;
const stepMs = 3000;

/** The instant of that row of the trail. */
export const instantOfEntry = (number: number) => firstAt + number * stepMs;

/** The rows that a clinic of forty people and a rules engine produce in a year; a few in each thousand are rare. */
const columns: Readonly<Record<string, string>> = {
  seq: "i",
  at: `${firstAt} + i * ${stepMs}`,
  actor: `case when i % 1000000 = 7 then 'seldom' when i % 10 < 6 then 'key: Rules engine' else 'user' || (i / 10 % 40) end`,
  action: `case when i % 500000 = 11 then 'exported trail' when i % 10 < 5 then 'charged' when i % 10 < 6 then 'withheld'
    when i % 10 = 6 then 'verified' when i % 10 = 7 then 'read visit' when i % 10 = 8 then 'changed visit' else 'listed visits' end`,
  remote_address: "'10.0.0.' || (i % 250)",
  session: "'ab12cd34ef56'",
  hash: "'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'",
};

const sqliteColumns = {
  ...columns,
  subject: `'event:' || printf('%032d', i) || '/visit:' || printf('%032d', i / 3)`,
};
const postgresColumns = {
  ...columns,
  subject: `'event:' || lpad(i::text, 32, '0') || '/visit:' || lpad((i / 3)::text, 32, '0')`,
};

const into = (values: Readonly<Record<string, string>>) =>
  `insert into audit_entry (${Object.keys(values).join(", ")}) select ${Object.values(values).join(", ")}`;

/** By which words of its subject each is found. */
const subjects = `insert into audit_subject (subject, seq)
  select substr(subject, 1, 38), seq from audit_entry union all select substr(subject, 40), seq from audit_entry order by 1, 2`;
const head = `update audit_head set entries = ${entryCount} where id = 1`;

/**
 * Written outside the hash chain, by the database itself, into the store of a stopped server: some minutes for ten
 * million.
 */
export function fillTrailOfSqlite(file: string): void {
  const database = new Database(file);
  database.exec("pragma synchronous = off");
  database.exec("pragma cache_size = -400000");
  const made = database
    .prepare(
      "select type, name, sql from sqlite_master where tbl_name = 'audit_entry' and sql is not null and type <> 'table'",
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of made) database.exec(`drop ${type} ${name}`);
  database.exec("delete from audit_entry");
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${entryCount})
    ${into(sqliteColumns)} from n`);
  for (const { sql } of made) database.exec(sql);
  database.exec(subjects);
  database.exec(head);
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
}

/** The same, into a PostgreSQL database that has the tables. */
export async function fillTrailOfPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      "select indexname, indexdef from pg_indexes where tablename = 'audit_entry' and indexname <> 'audit_entry_pkey'",
    );
    await client.query("set maintenance_work_mem = '512MB'");
    for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
    await client.query("alter table audit_entry disable trigger user");
    await client.query("delete from audit_entry");
    await client.query(`${into(postgresColumns)} from generate_series(1::bigint, ${entryCount}) as n(i)`);
    for (const { indexdef } of rows) await client.query(indexdef);
    await client.query("alter table audit_entry enable trigger user");
    await client.query(subjects);
    await client.query(head);
    await client.query("analyze audit_entry, audit_subject");
  } finally {
    await client.end();
  }
}
