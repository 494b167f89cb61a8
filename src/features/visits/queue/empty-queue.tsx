import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { loadCode } from "#room/api/load-code.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { loadAhead } from "#room/features/parts/load-ahead.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { VisitIcon } from "#room/ui/page-icons.tsx";
import { toastError } from "#room/ui/toast-store.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import styles from "./visits-page.module.css";

/** What each shows, and what happens when it is sent. */
const examples = [
  { name: "Strep throat", about: "No problems: a visit like this is charged." },
  {
    name: "Sprained ankle at work",
    about: "The rules engine wants a manual review: a visit like this is withheld.",
  },
  {
    name: "Cut hand",
    about: "A quantity of 0, a diagnosis listed twice, a link to no diagnosis: see what the checks say.",
  },
] as const;
type Example = (typeof examples)[number];

const loadEvents = () => loadCode(() => import("#room/billing/example-events.ts"));
loadAhead(() => loadEvents().catch(() => undefined));

interface EmptyQueueProps {
  readonly title?: string;
  /** How visits arrive, where they do so automatically. */
  readonly children?: ReactNode;
  readonly onPaste: () => void;
}

/** A console without events: explains how to add them, and offers examples. */
export function EmptyQueue({ title = "No visits here yet", children, onPaste }: EmptyQueueProps) {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  /** Made once: a second press adds none again. */
  const events = useRef<readonly DraftEvent[]>(undefined);
  const add = async (chosen: readonly Example[]) => {
    try {
      const { exampleEvents } = await loadEvents();
      const made = (events.current ??= exampleEvents({
        uuid: () => crypto.randomUUID(),
        today: clinicToday(),
      }));
      for (const example of chosen)
        await visits.add(made[examples.indexOf(example)] ?? {}, { kind: "example", name: example.name });
      const [only] = chosen;
      const eventId = (only && made[examples.indexOf(only)]?.eventId) ?? "";
      if (chosen.length === 1) await navigate({ to: "/visits/$eventId", params: { eventId } });
    } catch (error) {
      toastError("The examples couldn’t be added", error);
    }
  };
  return (
    <div className={styles.emptyPage}>
      <EmptyState
        icon={<VisitIcon size={28} />}
        title={title}
        actions={
          <>
            <Button onClick={onPaste}>Paste visits</Button>
            <Button onClick={() => void add(examples)}>Add all three examples</Button>
          </>
        }
      >
        <p>
          {children ??
            "Drop files from the rules engine anywhere on this page (.json or .ndjson), import or paste them, or enter a new visit charge."}{" "}
          Your work is kept encrypted on this device.
        </p>
      </EmptyState>
      <ul className={styles.examples} aria-label="Examples">
        {examples.map((example) => (
          <li key={example.name}>
            <button type="button" className={styles.example} onClick={() => void add([example])}>
              <strong>{example.name}</strong>
              <span>{example.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
