import { useRef } from "react";
import { isSameField } from "#room/features/visits/editor/draft/field-ref.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import type { FieldFinding } from "#room/features/visits/editor/validation/field-finding.ts";
import { fieldOf } from "#room/ui/grid/cell-dom.ts";
import { applyFindings } from "./apply-finding.ts";

type Stop = HTMLElement | FieldFinding;

function hasFocus(stop: Stop): boolean {
  const { activeElement } = document;
  if (stop instanceof HTMLElement) return stop === activeElement;
  const field = fieldOf(activeElement);
  return !!field && !!stop.place && isSameField(stop.place, placeOfField(field));
}

const isSameStop = (one: Stop, other: Stop | undefined) =>
  one === other || ("key" in one && other !== undefined && "key" in other && one.key === other.key);

/** Goes from one thing to mend to the next, and mends it. */
export function useFindingSteps(session: EditorSession) {
  const { findings } = session;
  const last = useRef<Stop>(undefined);
  const lastIndex = useRef(-1);
  /** Why it is withheld, if it is, then every finding. */
  const stops = (): readonly Stop[] => {
    const held = document.querySelector<HTMLElement>("[data-held]");
    const list = findings.settled().filter(({ place }) => place !== undefined);
    return held ? [held, ...list] : list;
  };
  /** Of several at the field that has the focus, the one gone to last. Findings may have come and gone since. */
  const indexOfHere = (all: readonly Stop[]) => {
    const before = all.findIndex((stop) => isSameStop(stop, last.current));
    const stays = all[before] !== undefined && hasFocus(all[before]);
    const focused = stays ? before : all.findIndex(hasFocus);
    return focused < 0 ? before : focused;
  };
  const jump = (by: 1 | -1) => {
    const all = stops();
    const here = indexOfHere(all);
    // What followed one that is mended stands in its place; back from before the first is the last.
    const from =
      here < 0 ? Math.max(by > 0 ? lastIndex.current - 1 : lastIndex.current, by > 0 ? -1 : 0) : here;
    lastIndex.current = (Math.min(from, all.length) + by + all.length) % all.length;
    const stop = all[lastIndex.current];
    last.current = stop;
    if (stop instanceof HTMLElement) stop.focus();
    else if (stop?.place) session.focus(stop.place);
  };
  const fixFirst = () => {
    const all = stops();
    const here = all[indexOfHere(all)];
    const isFixable = here && !(here instanceof HTMLElement) && here.finding.fix;
    const found = isFixable ? here : findings.settled().find(({ finding }) => finding.fix);
    if (found) applyFindings(session, [found]);
  };
  return { jump, fixFirst };
}
