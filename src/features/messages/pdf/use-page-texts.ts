import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useState } from "react";

/** The text of hundreds of pages; a document may claim any amount. */
const maxCharacters = 5_000_000;

/** How many pages are reported at a time. */
const step = 20;

async function textOf(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

/** Each page's text, read one after the other, so that the browser's search finds what is off screen. */
export function usePageTexts(pdf: PDFDocumentProxy, count: number): readonly string[] {
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const all: string[] = [];
      let room = maxCharacters;
      for (let number = 1; number <= count && room > 0; number += 1) {
        // A page that cannot be read has no text.
        const text = await textOf(pdf, number).catch(() => "");
        if (isOver) return;
        all.push(text.slice(0, room));
        room -= text.length;
        if (number % step === 0) setTexts([...all]);
      }
      setTexts(all);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [pdf, count]);
  return texts;
}
