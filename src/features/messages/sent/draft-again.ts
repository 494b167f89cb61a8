import type { OwnMessages } from "#room/workspace/messages/message-record.ts";

/**
 * Copies a sent message to a new draft for some of its recipients, and returns its id. Who got a hidden copy stays hidden, also
 * from colleagues at a shared address. A message needs somebody in To: those with a copy, or else the sender.
 */
export async function draftAgain(
  messages: Pick<OwnMessages, "copy" | "get" | "put">,
  id: string,
  { recipients, own }: { readonly recipients: readonly string[]; readonly own: string | undefined },
): Promise<{ readonly draft: string; readonly isToSelf: boolean }> {
  const copy = await messages.copy(id);
  const draft = await messages.get(copy);
  if (!draft) throw new Error("The copy is gone");
  const again = new Set(recipients.map((address) => address.toLowerCase()));
  const left = (field: "to" | "cc" | "bcc") =>
    draft[field].filter((address) => again.has(address.toLowerCase()));
  const [to, cc, bcc] = [left("to"), left("cc"), left("bcc")];
  const isToSelf = to.length === 0 && cc.length === 0 && own !== undefined;
  const open = to.length > 0 ? { to, cc } : { to: isToSelf ? [own] : cc, cc: [] };
  await messages.put(copy, { ...draft, ...open, bcc, resendOf: id });
  return { draft: copy, isToSelf };
}
