import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

/** The chunk size at that time; changing the constant later must not change this migration. */
const pieceBytes = 786_432;

/** Attachments in chunks, so that one is written out without being in memory as a whole. */
export const attachmentPieces: Migration = {
  name: "0008-attachment-pieces",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("attachment_piece")
      .addColumn("message_id", integer, (column) => column.notNull().references("message.message_id"))
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("piece", integer, (column) => column.notNull())
      .addColumn("content", bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint("attachment_piece_key", ["message_id", "position", "piece"])
      .execute();
    // An empty file has no chunk.
    await sql`
      insert into attachment_piece (message_id, position, piece, content)
      with recursive piece_of (message_id, position, piece, size) as (
        select message_id, position, 0, size from message_attachment where size > 0
        union all
        select message_id, position, piece + 1, size from piece_of
          where (piece + 1) * ${sql.lit(pieceBytes)} < size
      )
      select one.message_id, one.position, one.piece,
        substr(whole.content, one.piece * ${sql.lit(pieceBytes)} + 1, ${sql.lit(pieceBytes)})
      from piece_of one
      join message_attachment whole
        on whole.message_id = one.message_id and whole.position = one.position`.execute(db);
    await db.schema.alterTable("message_attachment").dropColumn("content").execute();
  },
};
