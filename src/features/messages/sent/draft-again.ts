import type { OwnMessages } from "#room/workspace/messages/message-record.ts";

/**
 * Copies a sent message to a new draft for some of its recipients, and returns its id. Each keeps its field: who got a
 * hidden copy stays hidden from the others.
 */
export async function draftAgain(
  messages: Pick<OwnMessages, "copy" | "get" | "put">,
  id: string,
  recipients: readonly string[],
): Promise<string> {
  const copy = await messages.copy(id);
  const draft = await messages.get(copy);
  if (!draft) throw new Error("The copy is gone");
  const again = new Set(recipients.map((address) => address.toLowerCase()));
  const left = (field: "to" | "cc" | "bcc") =>
    draft[field].filter((address) => again.has(address.toLowerCase()));
  const fields = { to: left("to"), cc: left("cc"), bcc: left("bcc") };
  const [only, ...others] = [...fields.cc, ...fields.bcc];
  // A message needs somebody in To. One alone has nobody to be hidden from.
  const alone = fields.to.length === 0 && only !== undefined && others.length === 0;
  await messages.put(copy, {
    ...draft,
    ...(alone ? { to: [only], cc: [], bcc: [] } : fields),
    resendOf: id,
  });
  return copy;
}
