/**
 * The expected content for a file extension, and the types its bytes may be detected as. Only extensions that bytes can
 * confirm.
 */
const endings: readonly [ending: RegExp, words: string, types: RegExp][] = [
  [/^pdf$/, "a PDF", /^application\/pdf$/],
  [/^png$/, "a PNG image", /^image\/png$/],
  [/^jpe?g$/, "a JPEG image", /^image\/jpeg$/],
  [/^gif$/, "a GIF image", /^image\/gif$/],
  [/^tiff?$/, "a TIFF image", /^image\/tiff$/],
  [/^(?:doc|xls|ppt)x$/, "an Office document", /^application\/(?:zip|vnd\.openxml)/],
  [/^(?:doc|xls|ppt)$/, "an Office document", /^application\/(?:x-ole-storage|rtf|zip|vnd\.openxml)|^text\//],
  [/^rtf$/, "an RTF document", /^application\/rtf$/],
  [/^zip$/, "a ZIP archive", /^application\/(?:zip|vnd\.openxml)/],
  [/^xml$/, "XML", /xml/],
  [/^(?:txt|csv|json)$/, "text", /^(?:text\/|application\/(?:json|xml|hl7|rtf))|^image\/svg/],
];

/** Undefined for one that bytes of no recognizable type do not contradict. */
export function endingOf(fileName: string) {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : endings.find(([pattern]) => pattern.test(ending));
}

/** Warnings about a file before it is sent or opened; `contentType` is the type detected from its bytes. */
export function checkContent(file: { fileName: string; contentType: string; size: number }): string[] {
  if (file.size === 0) return ["The file is empty."];
  const expected = endingOf(file.fileName);
  if (!expected || expected[2].test(file.contentType)) return [];
  const ending = file.fileName.slice(file.fileName.lastIndexOf("."));
  return [
    `Its name ends in “${ending}”, but its content is not ${expected[1]}. It may be damaged or misnamed.`,
  ];
}
