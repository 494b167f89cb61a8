import type { Workspace } from "#room/workspace/workspace.ts";
import { type GivenSecrets, openConsoleWorkspace } from "#room/app/workspace/open-console-workspace.ts";
import { outboxSender, sendVisit } from "#room/app/workspace/outbox-sender.ts";
import { seedDemo } from "./seed-demo.ts";

/** Opens a workspace of a demo service, and fills an empty one with examples. */
export async function openDemoWorkspace(userName: string, given: GivenSecrets): Promise<Workspace> {
  /** Events whose next answer is not awaited. */
  const cut = new Set<string>();
  const workspace = await openConsoleWorkspace(userName, given, {
    ...outboxSender,
    sendVisit: (visit, signal) =>
      cut.delete(visit.eventId)
        ? sendVisit(visit, { signal, timeoutMs: 1 })
        : outboxSender.sendVisit(visit, signal),
  });
  seedDemo(workspace, (eventId) => cut.add(eventId)).catch(() => undefined);
  return workspace;
}
