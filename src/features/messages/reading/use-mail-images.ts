import { useEffect, useState } from "react";
import type { SafeMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { attachmentOfCid, type ReceivedAttachment } from "./received-attachment.ts";

type Addresses = ReadonlyMap<string, string>;
const none: Addresses = new Map();

/** Blob URLs of the message's own pictures; undefined until all are ready. */
export function useMailImages(
  mail: SafeMail | undefined,
  attachments: readonly ReceivedAttachment[],
): Addresses | undefined {
  const [found, setFound] = useState<{ mail: SafeMail; addresses: Addresses }>();
  const cids = mail?.images.filter((source) => /^cid:/i.test(source)) ?? [];
  const needsNone = cids.length === 0;
  useEffect(() => {
    if (!mail || needsNone) return undefined;
    let isOver = false;
    const made: string[] = [];
    const load = async () => {
      const addresses = new Map<string, string>();
      for (const source of new Set(mail.images)) {
        const attachment = attachmentOfCid(source, attachments);
        if (!attachment) continue;
        const address = URL.createObjectURL(await attachment.blob());
        made.push(address);
        addresses.set(source, address);
      }
      if (!isOver) setFound({ mail, addresses });
    };
    void load();
    return () => {
      isOver = true;
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, [mail, needsNone, attachments]);
  if (needsNone) return none;
  return found !== undefined && found.mail === mail ? found.addresses : undefined;
}
