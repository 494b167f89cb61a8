import { type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";

/** No page that people read has more pieces of text; each becomes an element. */
const mostPieces = 20_000;

/** A page's text, each piece over its place in the picture of this width: to be heard, selected, copied and found. */
export async function layText(page: PDFPageProxy, width: number): Promise<HTMLElement> {
  const { items, styles } = await page.getTextContent();
  const layer = document.createElement("div");
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  layer.style.setProperty("--total-scale-factor", String(viewport.scale));
  const textContentSource = { items: items.slice(0, mostPieces), styles, lang: null };
  await new TextLayer({ textContentSource, container: layer, viewport }).render();
  return layer;
}
