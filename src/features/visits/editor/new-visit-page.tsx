import { todayHere } from "#room/features/visits/format.ts";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { newEvent } from "#room/billing/new-event.ts";
import { useWorkspace, type ConsoleWorkspace } from "#room/features/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";

let making: Promise<string> | undefined;

/** An empty event in the workspace, so that even a reload at once finds it. Its one line is added by the editor. */
async function makeEvent(workspace: ConsoleWorkspace): Promise<string> {
  const today = todayHere();
  const made = newEvent({ uuid: () => crypto.randomUUID(), today, createdId: workspace.userName });
  const eventId = made.eventId ?? "";
  await workspace.visits.add(
    { ...made, visitCharged: { ...made.visitCharged, charges: [] } },
    { kind: "new" },
  );
  return eventId;
}

/** One event per visit of this page, also when effects run twice. */
function makeOnce(workspace: ConsoleWorkspace): Promise<string> {
  making ??= makeEvent(workspace).finally(() => {
    setTimeout(() => (making = undefined));
  });
  return making;
}

/** `/visits/new`: makes an event and goes to its own address. */
export function NewVisitPage() {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    makeOnce(workspace).then(
      (eventId) => navigate({ to: "/visits/$eventId", params: { eventId }, replace: true }),
      setError,
    );
  }, [workspace, navigate]);
  if (error === undefined) return null;
  const words = describeFailure(error);
  return (
    <Banner tone="bad" role="alert" title={words.title}>
      {words.detail} {words.advice}
    </Banner>
  );
}
