import { expect, test } from "vitest";
import { ChangeWatch } from "./change-watch.ts";

test("one person waits two dozen times at most", async () => {
  const watch = new ChangeWatch(async () => 1);
  const ended: string[] = [];
  const wait = (session: string, person: string) =>
    void watch.wait({ session, person }, watch.seen(), 60_000).then(() => ended.push(session));
  wait("other", "robin");
  for (let index = 0; index < 30; index += 1) wait(`s${index}`, "casey");
  await Promise.resolve();
  await Promise.resolve();
  expect(ended).toEqual(["s0", "s1", "s2", "s3", "s4", "s5"]);
  watch.close();
});
