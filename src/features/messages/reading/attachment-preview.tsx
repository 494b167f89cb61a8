import { Suspense, useCallback, useState, useMemo } from "react";
import { loadPart } from "#room/features/parts/load-part.ts";
import { CcdaView } from "#room/features/messages/ccda/ccda-view.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { MailFrame } from "#room/features/messages/html-mail/mail-frame.tsx";
import type { SafeMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { imageMark } from "#room/features/messages/html-mail/mail-policy.ts";
import { useAwaited } from "#room/ui/use-awaited.ts";
import { readText } from "#room/ui/read-text.ts";
import { type ReceivedAttachment, saveReceived } from "./received-attachment.ts";

type Loaded = { blob: Blob; address: string; text: string };

const textLimit = 2_000_000;

async function load(attachment: ReceivedAttachment, signal: AbortSignal): Promise<Loaded> {
  const blob = await attachment.blob();
  const isText = attachment.type.preview === "text" || attachment.type.preview === "ccda";
  const text = isText ? await readText(blob) : "";
  signal.throwIfAborted();
  const address = URL.createObjectURL(blob);
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return { blob, address, text };
}

/** Pictures and texts, in the same kind of frame as messages. */
function QuietFrame({
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

/** Half a megabyte, loaded only when a PDF is opened. */
const PdfView = loadPart(
  async () => (await import("#room/features/messages/pdf/pdf-view.tsx")).PdfView,
  ViewerMissing,
);

/** Faxes: another decoder that few users need. */
const TiffView = loadPart(
  async () => (await import("#room/features/messages/tiff/tiff-view.tsx")).TiffView,
  ViewerMissing,
);

/** Documents in a ZIP, as Direct messages carry them. */
const ArchiveView = loadPart(
  async () => (await import("#room/features/messages/archive/archive-view.tsx")).ArchiveView,
  ViewerMissing,
);

export interface AttachmentPreviewProps {
  attachment: ReceivedAttachment;
  onClose(): void;
}

/** Shows an attachment without opening it elsewhere: drawn by our own code, or in a frame in which nothing can run. */
export function AttachmentPreview({ attachment: opened, onClose }: AttachmentPreviewProps) {
  const [archived, setArchived] = useState<{ file: ReceivedAttachment; isShown: boolean }>();
  const attachment = archived?.isShown ? archived.file : opened;
  return (
    <Dialog
      onClose={onClose}
      width="huge"
      title={attachment.name}
      actions={
        <>
          {archived?.isShown ? (
            // It stands where the pressed “View” was.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            <Button autoFocus onClick={() => setArchived({ ...archived, isShown: false })}>
              Back to the archive
            </Button>
          ) : null}
          <Button onClick={() => void saveReceived(attachment)}>Save</Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Content
        key={attachment.key}
        attachment={attachment}
        viewed={archived?.file.key}
        onView={(file) => setArchived({ file, isShown: true })}
      />
    </Dialog>
  );
}

interface ContentProps {
  attachment: ReceivedAttachment;
  viewed: string | undefined;
  onView(file: ReceivedAttachment): void;
}

function Content(props: ContentProps) {
  const { attachment } = props;
  const loaded = useAwaited(
    useCallback(
      (signal: AbortSignal) => load(attachment, signal).catch(() => "failed" as const),
      [attachment],
    ),
  );
  if (loaded === undefined) return <Spinner />;
  if (loaded === "failed")
    return (
      <Banner tone="bad" title="This attachment can’t be shown">
        It is damaged or too large for this browser.
      </Banner>
    );
  return <Shown {...props} loaded={loaded} />;
}

interface ShownProps extends ContentProps {
  loaded: Loaded;
}

function Shown({ attachment, loaded, viewed, onView }: ShownProps) {
  const { blob, text } = loaded;
  const { preview } = attachment.type;
  if (preview === "ccda") return <CcdaView xml={text} />;
  if (preview === "text" || preview === "image")
    return <QuietFrame attachment={attachment} loaded={loaded} />;
  return (
    <Suspense fallback={<ViewerComes />}>
      {preview === "pdf" ? <PdfView blob={blob} name={attachment.name} /> : null}
      {preview === "tiff" ? <TiffView blob={blob} name={attachment.name} /> : null}
      {preview === "archive" ? <ArchiveView blob={blob} viewed={viewed} onView={onView} /> : null}
    </Suspense>
  );
}

function ViewerComes() {
  return (
    <p role="status">
      <Spinner /> Loading the viewer. If the service can’t be reached, save the file to open it in another
      viewer.
    </p>
  );
}

function ViewerMissing() {
  return (
    <Banner tone="warn" role="status" title="The viewer couldn’t be loaded">
      The console was updated after you opened it. Save the file to open it in another viewer, or reload this
      page.
    </Banner>
  );
}
