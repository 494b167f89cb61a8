/** A tab where HTML would make it one space. */
export const tabInHtml = "\u2003\u2003";

/** A line with spaces that HTML doesn’t make one, as mail programs write them: every other one of a run can’t break. */
export function spacesInHtml(line: string): string {
  return line.replaceAll(/(?<=^|\n) +| {2,}/g, (run, at: number) => {
    const isFirst = at === 0 || line[at - 1] === "\n";
    return [...run].map((_, place) => ((place % 2 === 0) === isFirst ? "\u00a0" : " ")).join("");
  });
}

/** Spaces as the letter shows them. */
export function tidyLine(line: string): string {
  return line.replaceAll("\u00a0", " ").replaceAll(tabInHtml, "\t").trimEnd();
}

export function tidyLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

const inHtml: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\u00a0": "&nbsp;",
  "\t": tabInHtml,
};

/** What a letter of these lines is, each a paragraph: the same as `letterHtml` and `letterText` say of it. */
export function contentOfLines(text: string): { html: string; text: string } {
  const lines = text.split(/\r\n?|\n/);
  const words = lines.map((line) =>
    spacesInHtml(line).replaceAll(/[&<>\u00a0\t]/g, (sign) => inHtml[sign] ?? sign),
  );
  return {
    html: words.map((line) => `<p>${line || "<br>"}</p>`).join(""),
    text: tidyLines(lines.flatMap((line) => [tidyLine(line), ""])),
  };
}
