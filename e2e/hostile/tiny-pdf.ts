interface TinyPdf {
  /** What each page shows, as content stream operators. */
  pages: readonly string[];
  /** Entries of the catalog, as written in the file. */
  catalog?: string;
  /** Entries of the first page. */
  firstPage?: string;
  /** Entries of the first page's content stream. */
  content?: string;
  /** Entries of the trailer. */
  trailer?: string;
}

/** A handwritten PDF, in base64. */
export function tinyPdf({
  pages,
  catalog = "",
  firstPage = "",
  content = "",
  trailer = "",
}: TinyPdf): string {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((words, at) => {
      const drawing = `0 0 0 rg 40 40 80 80 re f BT /F1 18 Tf 40 140 Td (${words}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> ${at === 0 ? firstPage : ""} >>`,
        `<< /Length ${drawing.length} ${at === 0 ? content : ""} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1").toString("base64");
}
