import { type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";

/** No real page has more text fragments; each becomes an element. */
const maxPieces = 20_000;

/**
 * A page's text, each fragment positioned over its place in the picture of this width: for screen readers, selection,
 * copying and search.
 */
export async function layText(page: PDFPageProxy, width: number): Promise<HTMLElement> {
  const { items, styles } = await page.getTextContent();
  const layer = document.createElement("div");
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  layer.style.setProperty("--total-scale-factor", String(viewport.scale));
  const textContentSource = { items: items.slice(0, maxPieces), styles, lang: null };
  await new TextLayer({ textContentSource, container: layer, viewport }).render();
  return layer;
}
