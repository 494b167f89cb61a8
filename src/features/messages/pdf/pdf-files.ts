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

export class OurCharacterMaps {
  async fetch({ name }: { name: string }) {
    return { cMapData: await bytesOf(`cmaps/${name}.bcmap`), isCompressed: true };
  }
}

export class OurFonts {
  fetch({ filename }: { filename: string }) {
    return bytesOf(`standard_fonts/${filename}`);
  }
}
