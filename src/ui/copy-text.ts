import { toast } from "./toast-store.ts";

interface CopyWords {
  /** "Codes copied" */
  readonly title: string;
  readonly detail?: string;
  /** What to do where the browser does not allow it. */
  readonly instead?: string;
}

export async function copyText(
  text: string,
  { instead = "Select the text and copy it.", ...words }: CopyWords,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ tone: "ok", ...words });
  } catch {
    toast({ tone: "warn", title: "The browser didn’t allow copying", detail: instead });
  }
}
