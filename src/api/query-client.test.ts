import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

it("reads anew what changed during its first reading", async () => {
  const client = createQueryClient();
  const answers: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const views = new QueryObserver(client, { queryKey: ["views"], queryFn });
  const stop = views.subscribe(() => {});
  const renewed = client.invalidateQueries({ queryKey: ["views"] });
  answers[0]?.("without it");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.("with it");
  await renewed;
  expect(views.getCurrentResult().data).toBe("with it");
  await client.invalidateQueries({ queryKey: ["others"] });
  expect(answers).toHaveLength(2);
  stop();
});
