import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { exampleEvents } from "#room/billing/example-events.ts";
import type { ExampleEvent } from "#room/billing/example-sources.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { VisitIcon } from "#room/ui/page-icons.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import styles from "./visits-page.module.css";

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
  const [examples] = useState(() => exampleEvents({ uuid: () => crypto.randomUUID(), today: clinicToday() }));
  const add = async (chosen: readonly ExampleEvent[]) => {
    try {
      for (const { event, name } of chosen) await visits.add(event, { kind: "example", name });
      const [only] = chosen;
      if (chosen.length === 1 && only)
        await navigate({ to: "/visits/$eventId", params: { eventId: only.event.eventId ?? "" } });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      toast({ title: "The examples couldn’t be added", detail, tone: "bad" });
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
