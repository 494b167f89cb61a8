import { expect, test } from "vitest";
import { recordOf, rowOf } from "./rows.ts";

test("a row is read in the names of the code", () => {
  const row = { user_id: 7, last_sign_in_at: null, name: "casey", sha256: "aa" };
  expect(recordOf(row)).toEqual({ userId: 7, lastSignInAt: undefined, name: "casey", sha256: "aa" });
});

test("a record is written in the names of the table", () => {
  const record = { userId: 7, lastSignInAt: undefined, remember: true, isRead: false, name: "casey" };
  expect(rowOf(record)).toEqual({
    user_id: 7,
    last_sign_in_at: null,
    remember: 1,
    is_read: 0,
    name: "casey",
  });
});
