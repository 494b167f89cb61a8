import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useState } from "react";
import { describeCause } from "#room/billing/outcome.ts";
import { useCommands } from "#room/ui/commands.ts";
import { Button } from "#room/ui/button.tsx";
import { useFew } from "#room/ui/use-few.tsx";
import type { RulesLogDraft } from "#room/features/visits/editor/draft/draft.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import { ToneMark } from "./tone-mark.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { useIsMarkOld } from "#room/features/visits/editor/session/use-is-mark-old.ts";
import { isFailed, isPassed, placeNamed } from "./rules-log.ts";
import { WrittenTime } from "./written-time.tsx";

const ClearForCharging = lateDialog(async () => (await import("./clear-for-charging.tsx")).ClearForCharging);

/** Failed rules first, then by time. */
function inOrder(rows: readonly RulesLogDraft[]): readonly RulesLogDraft[] {
  return rows.toSorted(
    (a, b) => Number(isFailed(b)) - Number(isFailed(a)) || a.createdDate.localeCompare(b.createdDate),
  );
}

interface WhyHeldProps {
  readonly eventId: string;
  /** It is charged: nothing withholds it any more. */
  readonly isOver: boolean;
  readonly isReadOnly: boolean;
}

export function WhyHeld({ eventId, isOver, isReadOnly }: WhyHeldProps) {
  const session = useEditor();
  const outcome = useSignal(session.outcome);
  const held = outcome.kind === "withheld" && !isOver ? outcome : undefined;
  const isMarkOld = useIsMarkOld(eventId);
  const rows = inOrder(useSignal(session.rulesLog));
  const { shown, more } = useFew(rows, 5);
  const [isClearing, setClearing] = useState(false);
  useCommands([
    {
      id: "approve-for-billing",
      title: "Approve for billing…",
      keys: "alt+r",
      group: "This visit",
      isEnabled: held !== undefined && !isReadOnly,
      run: () => setClearing(true),
    },
  ]);
  if (rows.length === 0 && !held) return null;
  return (
    <section aria-label={isOver ? "What the rules said" : "Why it was withheld"}>
      <h2 className={styles.sideTitle}>{held ? "Why it is withheld" : "Rules log"}</h2>
      {held ? (
        <p className={styles.held} data-held="" tabIndex={-1}>
          {held.reason}
          <small>{held.causes.map(describeCause).join(" · ")}</small>
          {isMarkOld ? (
            <small>
              The rules engine said this before your changes, and only it checks this. If it is fixed, approve
              the visit for billing.
            </small>
          ) : null}
        </p>
      ) : null}
      <ol className={styles.list}>
        {shown.map((row) => {
          const place = placeNamed(session.visit, row);
          return (
            <li key={row.rowId}>
              <ToneMark tone={isFailed(row) ? "bad" : isPassed(row) ? "ok" : "plain"} />
              <div>
                {row.ruleName || row.ruleGroup || "Rule"}
                <small>
                  {[row.status, row.message, row.ruleGroup, row.logLevel].filter(Boolean).join(" · ")}
                  {row.createdDate === "" ? null : (
                    <>
                      {" · "}
                      <WrittenTime wire={row.createdDate} />
                    </>
                  )}
                </small>
              </div>
              {place ? (
                <Button size="small" look="quiet" onClick={() => session.focus(place)}>
                  Go
                </Button>
              ) : null}
            </li>
          );
        })}
      </ol>
      {more}
      {held ? (
        <Button className={styles.full} disabled={isReadOnly} onClick={() => setClearing(true)}>
          Approve for billing…
        </Button>
      ) : null}
      {isClearing ? <ClearForCharging onClose={() => setClearing(false)} /> : null}
    </section>
  );
}
