import { useCallback, useEffect, useRef, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { useAwaited } from "#room/ui/use-awaited.ts";
import { notDrawn, TiffReader } from "./open-tiff.ts";
import viewer from "#room/features/messages/viewer.module.css";
import styles from "./tiff-view.module.css";

/** The file, and how many pages it has: none if it cannot be shown. */
async function open(blob: Blob, signal: AbortSignal) {
  const reader = new TiffReader(blob);
  signal.addEventListener("abort", () => reader.close());
  return { reader, count: await reader.open().catch(() => 0) };
}

/** A TIFF, such as a fax: one page at a time, drawn by our own code. */
export function TiffView({ blob, name }: { blob: Blob; name: string }) {
  const opened = useAwaited(useCallback((signal: AbortSignal) => open(blob, signal), [blob]));
  const [page, setPage] = useState(0);
  if (opened === undefined) return <Spinner />;
  const { reader, count } = opened;
  if (count === 0) {
    return (
      <Banner tone="warn" role="status" title="This TIFF can’t be shown here">
        It is damaged, or in a format this console can’t show. Save it to open it elsewhere.
      </Banner>
    );
  }
  return (
    <div className="stack">
      <div className="row">
        <span className={viewer.count} role="status">
          Page {page + 1} of {count}
        </span>
        {count > 1 ? (
          <>
            <Button size="small" aria-disabled={page === 0} onClick={() => setPage(Math.max(0, page - 1))}>
              Previous page
            </Button>
            <Button
              size="small"
              aria-disabled={page === count - 1}
              onClick={() => setPage(Math.min(count - 1, page + 1))}
            >
              Next page
            </Button>
          </>
        ) : null}
      </div>
      <TiffPage key={page} reader={reader} number={page} name={`${name}, page ${page + 1} of ${count}`} />
    </div>
  );
}

function TiffPage({ reader, number, name }: { reader: TiffReader; number: number; name: string }) {
  const drawn = useAwaited(useCallback(() => reader.page(number).catch(() => notDrawn), [reader, number]));
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = drawn?.picture;
  useEffect(() => {
    if (!picture || !canvas.current) return;
    canvas.current.width = picture.width;
    canvas.current.height = picture.height;
    canvas.current.getContext("2d")?.putImageData(picture, 0, 0);
  }, [picture]);
  if (!drawn) return <Spinner />;
  if (!picture) {
    return (
      <Banner tone="warn" role="status" title="This page can’t be shown here">
        It is damaged or too large. Save the file to open it elsewhere.
      </Banner>
    );
  }
  const ratio = picture.width / (picture.height * drawn.stretch);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <div className={viewer.box} role="region" aria-label={name} tabIndex={0}>
      <canvas
        ref={canvas}
        className={styles.page}
        style={{ aspectRatio: ratio }}
        role="img"
        aria-label={name}
      />
    </div>
  );
}
