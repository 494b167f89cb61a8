import { useCallback, useMemo, useState } from "react";
import type { Email } from "#room/contract/schemas/email.ts";
import { BlockedNote } from "#room/features/messages/html-mail/blocked-note.tsx";
import { MailFrame } from "#room/features/messages/html-mail/mail-frame.tsx";
import type { MailLink } from "#room/features/messages/html-mail/mail-link.ts";
import { sanitiseMail, type SafeMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { wordsOfHtml } from "#room/features/messages/html-mail/too-heavy.ts";
import { LinkDialog, PlainText } from "#room/features/messages/text-mail/plain-text.tsx";
import { Button } from "#room/ui/button.tsx";
import { useAwaited } from "#room/ui/use-awaited.ts";
import { type ReceivedAttachment, attachmentOfCid } from "./received-attachment.ts";
import styles from "./message-pane.module.css";

type Addresses = ReadonlyMap<string, string>;
const none: Addresses = new Map();

async function imagesOf(
  mail: SafeMail | undefined,
  attachments: readonly ReceivedAttachment[],
  signal: AbortSignal,
): Promise<Addresses> {
  const addresses = new Map<string, string>();
  signal.addEventListener("abort", () => [...addresses.values()].forEach(URL.revokeObjectURL));
  for (const source of new Set(mail?.images)) {
    const blob = await attachmentOfCid(source, attachments)?.blob();
    if (blob && !signal.aborted) addresses.set(source, URL.createObjectURL(blob));
  }
  return addresses;
}

/** Blob URLs of the message's own pictures; undefined until all are ready. */
function useMailImages(
  mail: SafeMail | undefined,
  attachments: readonly ReceivedAttachment[],
): Addresses | undefined {
  const needsNone = mail?.images.some((source) => /^cid:/i.test(source)) !== true;
  const found = useAwaited(
    useCallback(
      (signal: AbortSignal) => imagesOf(needsNone ? undefined : mail, attachments, signal),
      [mail, needsNone, attachments],
    ),
  );
  return needsNone ? none : found;
}

export interface MessageBodyProps {
  email: Email;
  attachments: readonly ReceivedAttachment[];
  onWriteTo(address: string): void;
}

/** The message: its sanitized HTML or its plain text; the other is one click away. */
export function MessageBody({ email, attachments, onWriteTo }: MessageBodyProps) {
  const html = email.htmlBody ?? "";
  const text = email.textBody ?? "";
  const [wantsText, setWantsText] = useState(false);
  const [link, setLink] = useState<MailLink>();
  const wantsHtml = html.trim() !== "" && !(wantsText && text.trim() !== "");
  const mail = useMemo(() => (wantsHtml ? sanitiseMail(html) : undefined), [html, wantsHtml]);
  const isTooHeavy = wantsHtml && mail === undefined;
  const plain = useMemo(
    () => (isTooHeavy && text.trim() === "" ? wordsOfHtml(html) : text),
    [isTooHeavy, html, text],
  );
  const images = useMailImages(mail, attachments);
  const hasBoth = html.trim() !== "" && text.trim() !== "" && !isTooHeavy;
  return (
    <div className={styles.body} data-settling={(mail && !images) || undefined}>
      {mail ? <BlockedNote blocked={mail.blocked} /> : null}
      {mail && images ? (
        <MailFrame
          mail={mail}
          resolveImage={(source) => (source.startsWith("data:") ? source : images.get(source))}
          onLink={setLink}
        />
      ) : null}
      {isTooHeavy ? (
        <p className="quiet">The formatting of this message can’t be shown. Here are its words.</p>
      ) : null}
      {mail ? null : plain.trim() === "" ? (
        <p className="quiet">This message has no text.</p>
      ) : (
        <PlainText key={plain.length} text={plain} onLink={setLink} />
      )}
      {hasBoth ? (
        <Button
          look="quiet"
          size="small"
          className={styles.other ?? ""}
          data-print="hidden"
          onClick={() => setWantsText(!wantsText)}
        >
          {wantsHtml ? "Show the plain text" : "Show the formatted message"}
        </Button>
      ) : null}
      {link ? (
        <LinkDialog
          link={link}
          onClose={() => setLink(undefined)}
          onWriteTo={(address) => {
            setLink(undefined);
            onWriteTo(address);
          }}
        />
      ) : null}
    </div>
  );
}
