import { Link, useNavigate } from "@tanstack/react-router";
import { queueMemory, stepsFrom } from "#room/features/visits/queue-place.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { useCommands } from "#room/ui/commands.ts";
import { IconButton } from "#room/ui/icon-button.tsx";
import { ChevronDownIcon, ChevronUpIcon } from "#room/ui/page-icons.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./queue-steps.module.css";

/** The way back to the list a visit was opened from, in its previous state. */
export function BackToQueue() {
  const search = queueMemory(useWorkspace()).place?.search ?? {};
  return (
    <Link to="/visits" search={search} className={buttonClass("quiet", "small")}>
      <span aria-hidden="true">‹</span> Visits
    </Link>
  );
}

/** Steps through the visits of that list, in order; nothing for a visit opened by its URL. */
export function QueueSteps({ eventId }: { readonly eventId: string }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const { place } = queueMemory(workspace);
  const canRead = useServiceConfig().extensions.includes("getVisit");
  const isHere = (id: string) => canRead || workspace.visits.summary(id) !== undefined;
  const steps = place && stepsFrom(place, eventId, isHere);
  const go = (to: string | undefined) => {
    if (!place || to === undefined) return;
    queueMemory(workspace).place = { ...place, eventId: to };
    // Back leads to the list, no matter how many visits were stepped through.
    void navigate({ to: "/visits/$eventId", params: { eventId: to }, replace: true });
  };
  const command = (id: string, keys: string, title: string, to: string | undefined) => ({
    id: `queue-steps-${id}`,
    keys,
    title,
    group: "Visits",
    isEnabled: to !== undefined,
    run: () => go(to),
  });
  useCommands([
    command("next", "j", "Next visit in the list", steps?.after),
    command("previous", "k", "Previous visit in the list", steps?.before),
    { ...command("next-typing", "alt+j", "Next visit, also from a field", steps?.after), isKeyOnly: true },
    {
      ...command("previous-typing", "alt+k", "Previous visit, also from a field", steps?.before),
      isKeyOnly: true,
    },
  ]);
  if (!steps) return null;
  return (
    <span className={styles.steps}>
      <span className={styles.count} title="In the list as you left it, with what was charged since">
        {formatCount(steps.at)} of {formatCount(steps.count)}
        <span className={styles.words}> in the list</span>
      </span>
      <IconButton
        size="small"
        label="Previous visit"
        keys="k"
        icon={<ChevronUpIcon />}
        aria-disabled={steps.before === undefined}
        onClick={() => go(steps.before)}
      />
      <IconButton
        size="small"
        label="Next visit"
        keys="j"
        icon={<ChevronDownIcon />}
        aria-disabled={steps.after === undefined}
        onClick={() => go(steps.after)}
      />
    </span>
  );
}
