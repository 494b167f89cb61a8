import { randomBytes } from "node:crypto";

const length = 32;
const atOnce = 256;

let drawn = "";
let at = 0;

/** 32 random hexadecimal digits. Drawn many at a time: a UUID for each request costs more than finding its session. */
export function nextRequestId(): string {
  if (at === drawn.length) {
    drawn = randomBytes((atOnce * length) / 2).toString("hex");
    at = 0;
  }
  const id = drawn.slice(at, at + length);
  at += length;
  return id;
}
