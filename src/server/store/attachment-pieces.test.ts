import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnBothEngines } from "./test-stores.ts";

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

describeOnBothEngines("attachments", (stores) => {
  test("kept whole by an earlier version are found in pieces", async () => {
    const url = await stores.fresh();
    const before = await stores.open(url);
    const base = {
      sender: "a@b.example",
      to: ["c@b.example"],
      cc: [],
      subject: "Old",
      size: 1,
      receivedAt: 0,
    };
    const none = { createdTime: undefined, textBody: undefined, htmlBody: undefined };
    const user = {
      name: "casey",
      role: "lead" as const,
      passwordRecord: undefined,
      addresses: ["c@b.example"],
      createdAt: 0,
    };
    const { userId } = await before.users.add(user);
    const files = [2_000_001, 0, 786_432].map((size, at) => Buffer.alloc(size, `file ${at} `));
    const attachments = files.map((_, at) => ({
      fileName: `${at}`,
      contentType: "a/b",
      content: new Uint8Array(),
    }));
    const messageId = await before.messages.deliver(
      { ...base, ...none, attachments },
      { mailboxes: [userId] },
    );
    // As the previous migration left it.
    const bytes = sql.raw(before.kind === "postgres" ? "bytea" : "blob");
    await sql`drop table attachment_piece`.execute(before.db);
    await sql`alter table message_attachment add column content ${bytes}`.execute(before.db);
    for (const [at, content] of files.entries())
      await sql`update message_attachment set content = ${content}, size = ${content.length}
        where position = ${at}`.execute(before.db);
    await sql`drop table data_key`.execute(before.db);
    await sql`delete from schema_migration where name in ('0008-attachment-pieces', '0022-data-keys')`.execute(
      before.db,
    );
    await before.close();

    const after = await stores.open(url);
    const record = await after.messages.find(userId, messageId);
    const read = await Promise.all((record?.attachments ?? []).map(({ pieces }) => whole(pieces())));
    expect(read.map((content, at) => content.equals(files[at] ?? Buffer.of()))).toEqual([true, true, true]);
  });
});
