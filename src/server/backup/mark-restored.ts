/**
 * Statements that mark a restored database, whatever edition wrote it: the next to open the store ends what was live
 * when the backup was made; see store/settle-restore.ts.
 */
export function markRestored(at: number): readonly string[] {
  return [
    "create table if not exists restored_backup (one bigint primary key, restored_at bigint not null, settled_at bigint, confirmed_at bigint)",
    "delete from restored_backup",
    `insert into restored_backup (one, restored_at) values (1, ${at})`,
  ];
}
