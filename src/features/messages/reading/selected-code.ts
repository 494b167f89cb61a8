import { useEffect, useState, type RefObject } from "react";
import { bareDiagnosisCode, codeSystems } from "#room/contract/primitives/diagnosis-code.ts";

/** Longer than any code with its dot and a blank or two. */
const longest = 12;

/** The text as a code, when it is nothing else: bare numbers are ages, doses and dates as often as ICD-9 codes. */
export function codeIn(text: string): string | undefined {
  const plain = text.trim().replace(/^[([{]+|[)\]},.;:]+$/g, "");
  if (plain.length > longest || !/\d/.test(plain) || !/[A-Za-z.]/.test(plain)) return undefined;
  return codeSystems.some((system) => bareDiagnosisCode(plain, system) !== undefined) ? plain : undefined;
}

function selectedIn(document: Document | null | undefined): string {
  return document?.getSelection()?.toString() ?? "";
}

/** The diagnosis code that is selected in a part of the page, in its text or in the frame of a letter. */
export function useSelectedCode(part: RefObject<HTMLElement | null>): string | undefined {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const heard = new Set<Document>();
    const read = () => {
      const own = document.getSelection();
      const isOwn = own?.anchorNode !== null && part.current?.contains(own?.anchorNode ?? null) === true;
      const texts = [isOwn ? selectedIn(document) : "", ...[...heard].map(selectedIn)];
      setCode(texts.map(codeIn).find((one) => one !== undefined));
    };
    // The focus goes into a letter's frame with the press that begins a selection there.
    const hearFrames = () => {
      for (const frame of part.current?.querySelectorAll("iframe") ?? []) {
        const inner = frame.contentDocument;
        if (!inner || heard.has(inner)) continue;
        heard.add(inner);
        inner.addEventListener("selectionchange", read);
      }
      read();
    };
    document.addEventListener("selectionchange", read);
    window.addEventListener("blur", hearFrames);
    return () => {
      document.removeEventListener("selectionchange", read);
      window.removeEventListener("blur", hearFrames);
      for (const inner of heard) inner.removeEventListener("selectionchange", read);
    };
  }, [part]);
  return code;
}
