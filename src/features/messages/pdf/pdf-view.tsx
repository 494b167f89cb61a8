import { useCallback, useLayoutEffect, useState, useRef, type RefObject } from "react";
import { Button } from "#room/ui/button.tsx";
import viewer from "#room/features/messages/viewer.module.css";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { Banner } from "#room/ui/banner.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { useAwaited } from "#room/ui/use-awaited.ts";
import { inTime, openPdf, pdfFault } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import { useNearPages } from "./use-near-pages.ts";
import { usePageTexts } from "./use-page-texts.ts";

function pageIn(box: RefObject<HTMLElement | null>, number: number) {
  return box.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
}

const zooms = [0.5, 0.75, 1, 1.5, 2, 3];

/** The zoom, which keeps the center in place. */
function useZoom(box: RefObject<HTMLElement | null>, current: number) {
  const [view, setView] = useState({ zoom: 1, page: 1, part: 0 });
  const change = (zoom: number) => {
    const page = pageIn(box, current);
    if (!box.current || !page || zoom === view.zoom) return;
    const middle = box.current.scrollTop + box.current.clientHeight / 2;
    setView({ zoom, page: current, part: (middle - page.offsetTop) / page.offsetHeight });
  };
  useLayoutEffect(() => {
    const page = pageIn(box, view.page);
    if (!box.current || !page) return;
    const middle = page.offsetTop + view.part * page.offsetHeight;
    box.current.scrollTo({ top: middle - box.current.clientHeight / 2 });
  }, [box, view]);
  return [view.zoom, change] as const;
}

interface ZoomProps {
  current: number;
  count: number;
  zoom: number;
  onZoom(zoom: number): void;
}

function Zoom({ current, count, zoom, onZoom }: ZoomProps) {
  const smaller = zooms.findLast((step) => step < zoom);
  const larger = zooms.find((step) => step > zoom);
  return (
    <div className="row">
      <span className={viewer.count}>
        Page {current} of {count}
      </span>
      <Button size="small" aria-disabled={smaller === undefined} onClick={() => onZoom(smaller ?? zoom)}>
        Smaller
      </Button>
      <Button size="small" aria-disabled={larger === undefined} onClick={() => onZoom(larger ?? zoom)}>
        Larger
      </Button>
      <Button size="small" onClick={() => onZoom(1)}>
        Fit width
      </Button>
    </div>
  );
}

/** The maximum number of pages listed; a document may claim any number. */
const maxPages = 2000;

async function open(blob: Blob, signal: AbortSignal) {
  const bytes = await blob.arrayBuffer();
  signal.throwIfAborted();
  const opening = openPdf(bytes);
  signal.addEventListener("abort", opening.close);
  try {
    const pdf = await inTime(opening.document);
    const size = (await inTime(pdf.getPage(1))).getViewport({ scale: 1 });
    return { pdf, ratio: size.width / size.height };
  } catch (error) {
    opening.close();
    throw error;
  }
}

/**
 * A PDF drawn by our own code as pictures of its pages with their text: no frame, no links, and none of its scripts.
 */
export function PdfView({ blob, name }: { blob: Blob; name: string }) {
  const opened = useAwaited(
    useCallback(
      (signal: AbortSignal) => open(blob, signal).catch((error: unknown) => ({ fault: pdfFault(error) })),
      [blob],
    ),
  );
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
    <div className="stack">
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
