import { AnnotationMode, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { layText } from "./lay-text.ts";

/** Pixel limits of a canvas and of one of its sides: 50 MB, which every browser can hold. */
const maxPoints = 12_500_000;
const longestSide = 8192;

interface Size {
  width: number;
  height: number;
}

/** Canvas pixels per page unit, so that the page is sharp at `width` and within the limits. */
function sharpScale(page: Size, width: number, density: number): number {
  return Math.min(
    (width * density) / page.width,
    Math.sqrt(maxPoints / (page.width * page.height)),
    longestSide / Math.max(page.width, page.height),
  );
}

export interface Drawing {
  canvas: HTMLCanvasElement;
  /** In the page's own units, as displayed. */
  width: number;
  signal: AbortSignal;
  /** Called before anything is drawn. */
  onSize(size: Size): void;
}

/** Draws one page with its form values and annotations, none of them interactive; returns its text, laid out. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, width, signal, onSize }: Drawing,
): Promise<HTMLElement> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const plain = page.getViewport({ scale: 1 });
  onSize(plain);
  const viewport = page.getViewport({ scale: sharpScale(plain, width, devicePixelRatio) });
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
  const text = await layText(page, width);
  page.cleanup();
  return text;
}
