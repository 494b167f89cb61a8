import { useState } from "react";
import { describeCause } from "#room/billing/outcome.ts";
import { useCommands } from "#room/ui/commands.ts";
import { Button } from "#room/ui/button.tsx";
import { ClearForCharging } from "./clear-for-charging.tsx";
import type { RulesLogDraft } from "#room/features/visits/editor/draft/draft.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import { ToneMark } from "./tone-mark.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { isFailed, isPassed, placeNamed } from "./rules-log.ts";
import { WrittenTime } from "./written-time.tsx";

const few = 5;

/** Failed rules first, then by time. */
function inOrder(rows: readonly RulesLogDraft[]): readonly RulesLogDraft[] {
  return rows.toSorted(
    (a, b) => Number(isFailed(b)) - Number(isFailed(a)) || a.createdDate.localeCompare(b.createdDate),
  );
}

/** Why the rules engine held the visit, and the action to approve it. */
export function WhyHeld({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const session = useEditor();
  const outcome = useSignal(session.outcome);
  const rows = inOrder(useSignal(session.rulesLog));
  const [showsAll, setShowsAll] = useState(false);
  const [isClearing, setClearing] = useState(false);
  useCommands([
    {
      id: "approve-for-billing",
      title: "Approve for billing…",
      keys: "alt+r",
      group: "This visit",
      worksInFields: true,
      isEnabled: outcome.kind === "withheld" && !isReadOnly,
      run: () => setClearing(true),
    },
  ]);
  if (rows.length === 0 && outcome.kind === "charged") return null;
  const shown = showsAll ? rows : rows.slice(0, few);
  return (
    <section aria-label="Why it was withheld">
      <h2 className={styles.sideTitle}>{outcome.kind === "withheld" ? "Why it is withheld" : "Rules log"}</h2>
      {outcome.kind === "withheld" ? (
        <p className={styles.held}>
          {outcome.reason}
          <small>{outcome.causes.map(describeCause).join(" · ")}</small>
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
      {rows.length > few ? (
        <Button size="small" look="quiet" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${rows.length}`}
        </Button>
      ) : null}
      {outcome.kind === "withheld" ? (
        <Button className={styles.full} disabled={isReadOnly} onClick={() => setClearing(true)}>
          Approve for billing…
        </Button>
      ) : null}
      {isClearing ? <ClearForCharging onClose={() => setClearing(false)} /> : null}
    </section>
  );
}
