import { expect, test } from "vitest";
import { picturesOfLetter } from "./pictures-of-letter.ts";

const [scan, photo] = ["QUJD".repeat(80), "REVG".repeat(80)];

test("pictures within a letter become its files, once each", () => {
  const html = `<p>Result <IMG alt="a" SRC="data:image/png;base64,${scan.slice(0, 76)}\n ${scan.slice(76)}"></p>
    <img src='data:image/jpeg;base64,${photo}'><img src=data:image/png;base64,${scan}>`;
  expect(picturesOfLetter(html)).toEqual([
    { fileName: "picture-1.png", contentType: "image/png", base64: scan },
    { fileName: "picture-2.jpg", contentType: "image/jpeg", base64: photo },
  ]);
});

test("spacers, addresses and drawings are no files", () => {
  const html = `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="cid:scan"><img src="https://a.example/b.png">
    <img src="data:image/svg+xml;base64,${scan}"><p>data:image/png;base64,${scan}</p>`;
  expect(picturesOfLetter(html)).toEqual([]);
});
