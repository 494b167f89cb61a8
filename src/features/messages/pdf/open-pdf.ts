import { getDocument, PDFWorker, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- the suffix makes Vite return the URL of the file
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import jpeg2000Address from "pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url&no-inline";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";

/**
 * Files of ours that a document may need but not include: character maps (Chinese, Japanese, Korean) and the two symbol
 * fonts that no system has under these names, used for check marks in forms.
 */
const files = import.meta.glob<string>(
  [
    "/node_modules/pdfjs-dist/cmaps/*.bcmap",
    "/node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb",
  ],
  { query: "?url&no-inline", import: "default", eager: true },
);

async function bytesOf(path: string): Promise<Uint8Array> {
  const address = files[`/node_modules/pdfjs-dist/${path}`];
  if (address === undefined) throw new Error(`no ${path}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no ${path}`);
  return new Uint8Array(await response.arrayBuffer());
}

class OurCharacterMaps {
  async fetch({ name }: { name: string }) {
    return { cMapData: await bytesOf(`cmaps/${name}.bcmap`), isCompressed: true };
  }
}

class OurFonts {
  fetch({ filename }: { filename: string }) {
    return bytesOf(`standard_fonts/${filename}`);
  }
}

/** Pictures with more pixels than this are left out; the largest scans have half as many. */
const maxImagePoints = 150_000_000;

/** How long a worker may take to shut down cleanly. */
const farewell = 1000;

function failureOf(port: Worker): Promise<never> {
  return new Promise((_resolve, reject) => {
    port.addEventListener("error", () => reject(new Error("the worker did not start")), { once: true });
  });
}

/** Milliseconds. A page of a scan takes a second or two; what takes longer was made to. */
const patience = 30_000;

/** Whatever a document does to its worker, the wait for it has an end. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("It takes too long")), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Reads a document in a worker of its own. Anything it asks to run, open or fetch is ignored. */
export function openPdf(bytes: ArrayBuffer) {
  const port = new Worker(trustedScriptAddress(workerAddress), { type: "module", name: "pdf" });
  // pdf.js infers the port's type as null from its default; it is a worker.
  const worker = new PDFWorker({ port: port as unknown as null, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    data: bytes,
    worker,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useWasm: false,
    // The worker appends a file's name to a folder; after a question mark it leaves our file's name unchanged.
    wasmUrl: `${new URL(jpeg2000Address, location.href).href}?/`,
    enableXfa: false,
    useSystemFonts: true,
    useWorkerFetch: false,
    CMapReaderFactory: OurCharacterMaps,
    StandardFontDataFactory: OurFonts,
    maxImageSize: maxImagePoints,
  });
  return {
    document: Promise.race([task.promise, failureOf(port)]),
    close() {
      const late = new Promise((resolve) => setTimeout(resolve, farewell));
      void Promise.race([task.destroy().catch(() => undefined), late]).then(() => port.terminate());
    },
  };
}

/** The message when a document cannot be shown; `error` is whatever reading it threw. */
export function pdfFault(error: unknown): { title: string; detail: string } {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException")
    return {
      title: "This PDF is locked with a password",
      detail: "Save it and open it in a viewer that asks for the password.",
    };
  if (name === "InvalidPDFException" || name === "FormatError")
    return {
      title: "This PDF is broken and cannot be shown",
      detail: "Save it to try another viewer, or ask its sender for it again.",
    };
  return {
    title: "This PDF cannot be shown here",
    detail: "Save it to open it in a viewer.",
  };
}
