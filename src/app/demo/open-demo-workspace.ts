import type { DraftEvent } from "#room/billing/draft-event.ts";
import { demoPayer, demoPractice, demoProvider } from "#room/billing/demo-ids.ts";
import { exampleEvents } from "#room/billing/example-events.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { openConsoleWorkspace, type GivenSecrets } from "#room/app/workspace/open-console-workspace.ts";
import { outboxSender, sendVisit } from "#room/app/workspace/outbox-sender.ts";

const seeded = "demo.isSeeded";

function examples(): { clear: DraftEvent; withheld: DraftEvent; faulty: DraftEvent } {
  const [clear, withheld, faulty] = exampleEvents({
    uuid: () => crypto.randomUUID(),
    today: clinicToday(),
    of: { practiceId: demoPractice(1), providerId: demoProvider(1), payerId: demoPayer(1) },
  });
  return { clear, withheld, faulty };
}

function idOf({ eventId }: DraftEvent): string {
  return eventId ?? "";
}

/**
 * Fills a demo's empty queue with an event in each state, by really sending them. `cut` lets the next send of an event
 * go without awaiting its answer, so that its outcome is truly unknown.
 */
async function seedDemo(workspace: Workspace, cut: (eventId: string) => void): Promise<void> {
  const { visits, outbox, preferences } = workspace;
  if (visits.list().length > 0 || preferences.get()[seeded] === true) return;
  await preferences.update((known) => ({ ...known, [seeded]: true }));
  const [first, second, third, fourth] = [examples(), examples(), examples(), examples()];
  const draft = third.faulty;
  const waiting = third.clear;
  const all = [
    first.clear,
    first.withheld,
    first.faulty,
    second.clear,
    second.withheld,
    fourth.clear,
    draft,
    waiting,
  ];
  await visits.importMany(all, { fileName: "demo.ndjson", kind: "example" });
  cut(idOf(second.clear));
  await outbox.enqueueVisit(idOf(waiting), { isHeld: true });
  await outbox.sendBatch(
    [first.clear, first.withheld, second.withheld, second.clear, fourth.clear].map(idOf),
  );
  // Held, so that its repeat waits for the user and there is something to see.
  await outbox.hold(idOf(second.clear));
  await outbox.sendBatch([idOf(first.faulty)], { allowFaults: true });
}

export async function openDemoWorkspace(userName: string, given: GivenSecrets): Promise<Workspace> {
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
