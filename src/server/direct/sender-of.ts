/** What its From line says, without the reader: that may be what it was made to break. */
export function senderOf(source: Buffer): string {
  const head = source.toString("latin1", 0, 65_536).split(/\r?\n\r?\n/, 1)[0] ?? "";
  const line = /^from:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,300})/im.exec(head)?.[1] ?? "";
  return line.replaceAll(/\p{Cc}/gu, "").trim();
}
