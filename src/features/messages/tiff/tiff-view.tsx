import { useEffect, useRef, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { TiffReader, type TiffPicture } from "./open-tiff.ts";
import viewer from "#room/features/messages/viewer.module.css";
import styles from "./tiff-view.module.css";

/** The file's state: its number of pages, or that it cannot be shown. */
type Opened = { reader: TiffReader; count: number } | "failed" | undefined;

function useOpened(blob: Blob): Opened {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const reader = new TiffReader(blob);
    let isOver = false;
    reader.open().then(
      (count) => isOver || setOpened(count > 0 ? { reader, count } : "failed"),
      () => isOver || setOpened("failed"),
    );
    return () => {
      isOver = true;
      reader.close();
    };
  }, [blob]);
  return opened;
}

/** A TIFF, such as a fax: one page at a time, drawn by our own code. */
export function TiffView({ blob, name }: { blob: Blob; name: string }) {
  const opened = useOpened(blob);
  const [page, setPage] = useState(0);
  if (opened === undefined) return <Spinner />;
  if (opened === "failed") {
    return (
      <Banner tone="warn" role="status" title="This TIFF can’t be shown here">
        It is damaged, or in a format this console can’t show. Save it to open it elsewhere.
      </Banner>
    );
  }
  const { reader, count } = opened;
  return (
    <div className={viewer.view}>
      <div className={viewer.bar}>
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
  const [drawn, setDrawn] = useState<TiffPicture>();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isOver = false;
    reader.page(number).then(
      (picture) => isOver || setDrawn(picture),
      () => isOver || setDrawn({ picture: undefined, stretch: 1 }),
    );
    return () => {
      isOver = true;
    };
  }, [reader, number]);
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
