import type { Kysely } from "kysely";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import { textOfHtml } from "./text-of-html.ts";

const longest = 160;
const looked = 20_000;
/** All but the joiners, which make one sign of several. */
const unseen = /(?![\u200C\u200D])\p{Cf}/gu;

export function previewOf({
  textBody,
  htmlBody,
}: {
  readonly textBody?: string | null | undefined;
  readonly htmlBody?: string | null | undefined;
}): string {
  const plain = (textBody ?? "").slice(0, looked);
  const text = plain.trim() === "" ? textOfHtml(htmlBody ?? "", looked) : plain;
  const words = text
    .replaceAll(unseen, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return storableText(
    Array.from(words.slice(0, longest * 2))
      .slice(0, longest)
      .join(""),
  );
}

const atOnce = 50;

/**
 * Makes the previews of messages stored before there were any, the newest first. What cannot be decrypted has none.
 */
export async function makePreviews(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  isOver: () => boolean,
): Promise<void> {
  for (let below = Number.MAX_SAFE_INTEGER; !isOver();) {
    const rows = await db
      .selectFrom("message")
      .innerJoin("message_body", "message_body.message_id", "message.message_id")
      .select(["message.message_id", "message_body.text_body", "message_body.html_body"])
      .where("message.preview", "is", null)
      .where("message.message_id", "<", below)
      .orderBy("message.message_id", "desc")
      .limit(atOnce)
      .execute();
    const seal = await vault.sealer();
    for (const { message_id, text_body, html_body } of rows) {
      below = message_id;
      const texts = Promise.all([
        vault.text(associatedData.textBody(message_id), text_body),
        vault.text(associatedData.htmlBody(message_id), html_body),
      ]);
      const [textBody, htmlBody] = (await ifReadable(texts)) ?? [];
      if (textBody === undefined) continue;
      const preview = previewOf({ textBody, htmlBody });
      await db
        .updateTable("message")
        .set({ preview: seal.text(associatedData.preview(message_id), preview) })
        .where("message_id", "=", message_id)
        .execute();
    }
    if (rows.length < atOnce) return;
  }
}
