import {
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from "pdfjs-dist/legacy/build/pdf.mjs";

/** No real page has more text fragments; each becomes an element. */
const maxPieces = 20_000;

/**
 * A page's text, each fragment positioned over its place in the picture of this width: for screen readers, selection,
 * copying and search.
 */
async function layText(page: PDFPageProxy, width: number): Promise<HTMLElement> {
  const { items, styles } = await page.getTextContent();
  const layer = document.createElement("div");
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  layer.style.setProperty("--total-scale-factor", String(viewport.scale));
  const textContentSource = { items: items.slice(0, maxPieces), styles, lang: null };
  await new TextLayer({ textContentSource, container: layer, viewport }).render();
  return layer;
}

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
