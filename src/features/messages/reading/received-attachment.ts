import { base64Size } from "#room/contract/primitives/base64.ts";
import type { Attachment } from "#room/contract/schemas/email.ts";
import { decodeBase64 } from "#room/workspace/browser/base64.ts";
import { base64ToBlob } from "#room/features/messages/attachments/base64-to-blob.ts";
import { checkContent } from "#room/features/messages/attachments/check-content.ts";
import { checkFileName } from "#room/features/messages/attachments/check-file-name.ts";
import { safeFileName } from "#room/contract/primitives/safe-file-name.ts";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast } from "#room/ui/toast-store.ts";
import { type SniffedType, sniffType } from "#room/features/messages/attachments/sniff-type.ts";

/** An attachment for display: its safe name, its type by its bytes, and its size. */
export interface ReceivedAttachment {
  key: string;
  name: string;
  /** The name as the sender gave it, for pictures the message refers to. */
  sentName: string;
  contentId: string | undefined;
  type: SniffedType;
  size: number;
  warnings: string[];
  blob(): Promise<Blob>;
}

/** The declared content type, if it contradicts the bytes in a way that matters. */
function typeWarning(claimed: string, type: SniffedType): string[] {
  const program = /program/.test(type.label);
  if (!program) return [];
  const isDeclared = claimed === "" || claimed === type.contentType;
  return [isDeclared ? "This is a program." : `This is a program, but it was sent as ${claimed}.`];
}

interface FileFacts {
  key: string;
  sentName: string;
  claimed: string;
  start: Uint8Array;
  size: number;
  fallbackName?: string;
  blobAs(contentType: string): Promise<Blob>;
}

export function receivedFile(facts: FileFacts): ReceivedAttachment {
  const { key, sentName, claimed, start, size, fallbackName, blobAs } = facts;
  const type = sniffType(start, claimed);
  const name = safeFileName(sentName, fallbackName);
  return {
    key,
    name,
    sentName,
    contentId: undefined,
    type,
    size,
    warnings: [
      ...checkFileName(sentName).map((finding) => finding.message),
      ...typeWarning(claimed, type),
      ...checkContent({ fileName: name, contentType: type.contentType, size }),
    ],
    blob: () => blobAs(type.contentType),
  };
}

export function receivedAttachment(attachment: Attachment, at: number): ReceivedAttachment {
  const text = attachment.base64 ?? "";
  const sentName = attachment.fileName ?? "";
  // An extension of some services; the interface has no Content-ID.
  const contentId = attachment["contentId"];
  const file = receivedFile({
    key: `${at}-${sentName}`,
    sentName,
    claimed: attachment.contentType ?? "",
    start: decodeBase64(text.slice(0, 11_000)),
    size: text === "" ? 0 : base64Size(text),
    fallbackName: `attachment-${at + 1}`,
    blobAs: (contentType) => base64ToBlob(text, contentType),
  });
  return {
    ...file,
    contentId: typeof contentId === "string" ? contentId.replaceAll(/[<>]/g, "") : undefined,
  };
}

/** Saves its file, or says that it can't be read. */
export async function saveReceived(attachment: Pick<ReceivedAttachment, "name" | "blob">): Promise<void> {
  try {
    saveBlob(await attachment.blob(), attachment.name);
  } catch {
    toast({ title: `${attachment.name} couldn’t be read`, tone: "bad" });
  }
}

function sameName(source: string, attachment: ReceivedAttachment): boolean {
  let id = source.replace(/^cid:/i, "");
  try {
    id = decodeURIComponent(id);
  } catch {
    // A stray % in the id: it is used as is.
  }
  if (attachment.contentId !== undefined) return attachment.contentId === id;
  const name = attachment.sentName.toLowerCase();
  return name !== "" && (id.toLowerCase() === name || id.toLowerCase().startsWith(`${name}@`));
}

/** The picture for `cid:…`: by Content-ID if the service gives it, else by the name it starts with. */
export function attachmentOfCid(
  source: string,
  list: readonly ReceivedAttachment[],
): ReceivedAttachment | undefined {
  return list.find((attachment) => attachment.type.preview === "image" && sameName(source, attachment));
}
