import { expect, test } from "vitest";
import { senderName } from "./inbox/sort-summaries.ts";
import { shownSubject } from "./shown-text.ts";

test("no subject or name reverses text", () => {
  expect(shownSubject("Invoice \u202Efdp.exe\u202C for you")).toBe("Invoice fdp.exe for you");
  expect(shownSubject("\u2067 \u2069")).toBe("No subject");
  expect(shownSubject(null)).toBe("No subject");
  expect(shownSubject("מבדק דם 14/3")).toBe("מבדק דם 14/3");
  expect(senderName("\u202Eyesac <casey@direct.example>")).toBe("yesac");
});
