import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { readText } from "#room/ui/read-text.ts";
import { saveBlob } from "#room/ui/save-blob.ts";
import { CcdaView } from "#room/features/messages/ccda/ccda-view.tsx";
import { MailFrame } from "#room/features/messages/html-mail/mail-frame.tsx";
import type { SafeMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { imageMark } from "#room/features/messages/html-mail/mail-policy.ts";
import type { ReceivedAttachment } from "./received-attachment.ts";

/** Half a megabyte that only those load who open a PDF. */
const PdfView = lazy(() =>
  import("#room/features/messages/pdf/pdf-view.tsx").then(
    ({ PdfView }) => ({ default: PdfView }),
    () => ({ default: ViewerMissing }),
  ),
);

/** Faxes: another decoder that few need. */
const TiffView = lazy(() =>
  import("#room/features/messages/tiff/tiff-view.tsx").then(
    ({ TiffView }) => ({ default: TiffView }),
    () => ({ default: ViewerMissing }),
  ),
);

type Loaded = { blob: Blob; address: string; text: string } | { fault: string } | undefined;

const textLimit = 2_000_000;

function useLoaded(attachment: ReceivedAttachment): Loaded {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let address = "";
    let isOver = false;
    const load = async () => {
      const blob = await attachment.blob();
      const isText = attachment.type.preview === "text" || attachment.type.preview === "ccda";
      const text = isText ? await readText(blob) : "";
      if (isOver) return;
      address = URL.createObjectURL(blob);
      setLoaded({ blob, address, text });
    };
    load().catch(() => setLoaded({ fault: "It is damaged or too large for this browser." }));
    return () => {
      isOver = true;
      if (address !== "") URL.revokeObjectURL(address);
    };
  }, [attachment]);
  return loaded;
}

export interface AttachmentPreviewProps {
  attachment: ReceivedAttachment;
  onClose(): void;
}

/** Shows an attachment without opening it elsewhere: drawn by our own code, or in a frame where nothing can run. */
export function AttachmentPreview({ attachment, onClose }: AttachmentPreviewProps) {
  const loaded = useLoaded(attachment);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="huge"
      title={attachment.name}
      actions={
        <>
          <Button
            onClick={() => {
              void attachment.blob().then((blob) => saveBlob(blob, attachment.name));
            }}
          >
            Save
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {loaded === undefined ? <Spinner /> : null}
      {loaded !== undefined && "fault" in loaded ? (
        <Banner tone="bad" title="This attachment can't be shown">
          {loaded.fault}
        </Banner>
      ) : null}
      {loaded !== undefined && "blob" in loaded ? <Shown attachment={attachment} loaded={loaded} /> : null}
    </Dialog>
  );
}

function Shown({
  attachment,
  loaded,
}: {
  attachment: ReceivedAttachment;
  loaded: Exclude<Loaded, undefined | { fault: string }>;
}) {
  if (attachment.type.preview === "ccda") return <CcdaView xml={loaded.text} />;
  if (attachment.type.preview === "pdf") {
    return (
      <Suspense fallback={<Spinner />}>
        <PdfView blob={loaded.blob} name={attachment.name} />
      </Suspense>
    );
  }
  if (attachment.type.preview === "tiff") {
    return (
      <Suspense fallback={<Spinner />}>
        <TiffView blob={loaded.blob} name={attachment.name} />
      </Suspense>
    );
  }
  return <QuietFrame attachment={attachment} loaded={loaded} />;
}

function ViewerMissing() {
  return (
    <Banner tone="warn" role="status" title="The viewer couldn't be loaded">
      Save the file to open it in a viewer, or reload this page once you're back online.
    </Banner>
  );
}

/** Pictures and texts, in the same frame as letters. */
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
