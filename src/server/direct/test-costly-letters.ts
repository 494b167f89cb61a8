const head = (id: string) =>
  `From: Costly <costly@elsewhere.example>\r\nTo: casey@direct.example\r\nMessage-ID: <${id}>\r\nSubject: ${id}\r\n`;

/** Letters that took gigabytes, minutes or everybody's time to read. */
export const costlyLetters = {
  blankLines: () => Buffer.from(`${head("blank lines")}\r\n${"\n".repeat(3_000_000)}`),
  shortLines: () => Buffer.from(`${head("short lines")}\r\n${"abcde\r\n".repeat(2_900_000)}`),
  html: () =>
    Buffer.from(`${head("html")}Content-Type: text/html\r\n\r\n${"<p>a</p>\r\n".repeat(1_950_000)}`),
  paddedLines: () =>
    Buffer.from(
      `${head("padded")}Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${"QQ==\r\n".repeat(1_900_000)}`,
    ),
  addresses: () => Buffer.from(`${head("addresses")}Cc: g: ${"a@b.c, ".repeat(33_000)};\r\n\r\nx`),
  parts: () =>
    Buffer.from(
      `${head("parts")}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(600_000)}--b--\r\n`,
    ),
  nested: () => {
    const opened = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    return Buffer.from(`${head("nested")}${opened.join("")}\r\nx`);
  },
  headers: () => Buffer.from(`${head("headers")}${"X-A: b\r\n".repeat(200_000)}\r\nx`),
} as const;
