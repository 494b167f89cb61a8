const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/** The words of a letter's HTML, of which only the first `looked` characters are read. Never for showing as HTML. */
export function textOfHtml(html: string, looked: number): string {
  return (
    html
      .slice(0, looked)
      .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, " ")
      .replaceAll(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1|$)/gi, " <")
      // These may stand inside a word. None holds another “<”: a search for the end of each would start at every one.
      .replaceAll(/<\/?(?:a|b|em|font|i|mark|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi, "")
      .replaceAll(/<[^>]*(?:>|$)/g, " ")
      .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
      .replaceAll(/&#(\d{1,6});/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
  );
}
