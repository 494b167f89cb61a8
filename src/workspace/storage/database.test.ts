import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { Database } from "./database.ts";

test("a browser that blocks site data is told apart", async () => {
  const open = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  await expect(Database.open("blocked")).rejects.toMatchObject({ kind: "unavailable" });
  open.mockRestore();
});
