import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { memo, useEffect, useRef, useState } from "react";
import { drawPage } from "./draw-page.ts";
import { inTime } from "./open-pdf.ts";
import styles from "./pdf-view.module.css";

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  name: string;
  /** Drawn only while visible or nearby. */
  isNear: boolean;
  width: number;
  /** Width divided by height, until its own is known. */
  usualRatio: number;
  text: string;
}

export const PdfPage = memo(function PdfPage({
  pdf,
  number,
  name,
  isNear,
  width,
  usualRatio,
  text,
}: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const letters = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(usualRatio);
  const [state, setState] = useState<"waiting" | "drawn" | "failed">("waiting");

  useEffect(() => {
    const element = canvas.current;
    const laid = letters.current;
    if (!isNear || !element || !laid || width === 0) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const draw = async () => {
      const onSize = (size: { width: number; height: number }) => setRatio(size.width / size.height);
      const text = await inTime(drawPage(pdf, number, { canvas: element, width, signal, onSize }));
      if (signal.aborted) return;
      laid.replaceChildren(text);
      setState("drawn");
    };
    draw().catch(() => {
      if (!signal.aborted) setState("failed");
      stop.abort();
    });
    return () => {
      stop.abort();
      setState("waiting");
      laid.replaceChildren();
      // A canvas without size uses no memory.
      element.width = 0;
      element.height = 0;
    };
  }, [pdf, number, isNear, width]);

  return (
    <div className={styles.page} data-page={number} style={{ width, aspectRatio: ratio }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        aria-busy={isNear && state === "waiting"}
        className={styles.canvas}
      />
      <div ref={letters} className={styles.text} />
      {state === "drawn" || text === "" ? null : (
        <div className={`${styles.text} ${styles.unlaid}`}>{text}</div>
      )}
      {state === "failed" ? (
        <p className={styles.failed}>This page cannot be drawn. Save the file to read it in a viewer.</p>
      ) : null}
    </div>
  );
});
