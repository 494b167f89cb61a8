import { useMemo } from "react";
import { MailFrame } from "#room/features/messages/html-mail/mail-frame.tsx";
import type { SafeMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { Banner } from "#room/ui/banner.tsx";
import { imageMark } from "#room/features/messages/html-mail/mail-policy.ts";
import type { ReceivedAttachment } from "./received-attachment.ts";
import { textLimit } from "./use-loaded.ts";

/** Pictures and texts, in the same kind of frame as messages. */
export function QuietFrame({
  attachment,
  loaded,
}: {
  attachment: ReceivedAttachment;
  loaded: { address: string; text: string };
}) {
  const mail = useMemo(() => quietMail(attachment, loaded.text), [attachment, loaded.text]);
  const isCut = loaded.text.length > textLimit;
  return (
    <>
      {isCut ? <Banner tone="plain" title="Only the first part is shown; save it to see all." /> : null}
      <MailFrame mail={mail} resolveImage={() => loaded.address} onLink={() => undefined} />
    </>
  );
}

function quietMail(attachment: ReceivedAttachment, text: string): SafeMail {
  const fragment = document.createDocumentFragment();
  if (attachment.type.preview === "image") {
    const image = document.createElement("img");
    image.alt = attachment.name;
    image.setAttribute(imageMark, "0");
    fragment.append(image);
  } else {
    const lines = document.createElement("pre");
    lines.textContent = text.slice(0, textLimit);
    fragment.append(lines);
  }
  return { fragment, css: "", links: [], images: ["attachment"], blocked: [], coloured: false };
}
