import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { openPdf, pdfFault } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import { useNearPages } from "./use-near-pages.ts";
import { usePageTexts } from "./use-page-texts.ts";
import viewer from "#room/features/messages/viewer.module.css";
import { useZoom, Zoom } from "./pdf-zoom.tsx";

type Opened = { pdf: PDFDocumentProxy; ratio: number } | { fault: ReturnType<typeof pdfFault> } | undefined;

/** The maximum number of pages listed; a document may claim any number. */
const maxPages = 2000;

function useOpened(blob: Blob): Opened {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    let isOver = false;
    let close = () => {};
    const open = async () => {
      const bytes = await blob.arrayBuffer();
      if (isOver) return;
      const opening = openPdf(bytes);
      close = () => opening.close();
      const pdf = await opening.document;
      const size = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!isOver) setOpened({ pdf, ratio: size.width / size.height });
    };
    open().catch((error: unknown) => {
      if (!isOver) setOpened({ fault: pdfFault(error) });
    });
    return () => {
      isOver = true;
      close();
    };
  }, [blob]);
  return opened;
}

/**
 * A PDF drawn by our own code as pictures of its pages with their text: no frame, no links, and none of its scripts.
 */
export function PdfView({ blob, name }: { blob: Blob; name: string }) {
  const opened = useOpened(blob);
  if (opened === undefined) return <Spinner />;
  if ("fault" in opened) {
    return (
      <Banner tone="warn" role="status" title={opened.fault.title}>
        {opened.fault.detail}
      </Banner>
    );
  }
  return <Pages pdf={opened.pdf} usualRatio={opened.ratio} name={name} />;
}

function Pages({ pdf, usualRatio, name }: { pdf: PDFDocumentProxy; usualRatio: number; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const all = pdf.numPages;
  const count = Math.min(all, maxPages);
  const { near, current, width } = useNearPages(box, count);
  const [zoom, setZoom] = useZoom(box, current);
  const texts = usePageTexts(pdf, count);
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return (
    <div className={viewer.view}>
      {count < all ? (
        <Banner tone="plain" title={`Only the first ${maxPages} pages are shown; save it to see all.`} />
      ) : null}
      <Zoom current={current} count={all} zoom={zoom} onZoom={setZoom} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it */}
      <div ref={box} className={viewer.box} role="region" aria-label={name} tabIndex={0}>
        {numbers.map((number) => (
          <PdfPage
            key={number}
            pdf={pdf}
            number={number}
            name={`Page ${number} of ${all}`}
            isNear={near.has(number)}
            width={Math.floor(Math.max(0, width - 24) * zoom)}
            usualRatio={usualRatio}
            text={texts[number - 1] ?? ""}
          />
        ))}
      </div>
    </div>
  );
}
