import { expect, test } from "vitest";
import { invoiceNote } from "./invoice-note.ts";

test("a row says whether its invoice was corrected or voided", () => {
  expect(invoiceNote({ invoiceNumber: 42, state: "standing" }, 1)).toBe("Invoice 42");
  expect(invoiceNote({ invoiceNumber: 43, state: "standing" }, 2)).toBe("Invoice 43, corrected");
  expect(invoiceNote({ invoiceNumber: 43, state: "voided" }, 2)).toBe("Invoice 43, corrected, void");
});
