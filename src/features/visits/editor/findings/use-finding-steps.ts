import { useRef } from "react";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import type { Located } from "#room/features/visits/editor/validation/located.ts";
import { applyFindings } from "./apply-finding.ts";

/** Goes from one thing to mend to the next, and mends it. */
export function useFindingSteps(session: EditorSession) {
  const { findings } = session;
  const at = useRef(-1);
  /** Why it is withheld, if it is, then every finding. */
  const stops = (): readonly (HTMLElement | Located)[] => {
    const held = document.querySelector<HTMLElement>("[data-held]");
    const list = findings.settled().filter(({ place }) => place !== undefined);
    return held ? [held, ...list] : list;
  };
  const jump = (by: 1 | -1) => {
    const all = stops();
    // Back from before the first is the last one.
    at.current = (Math.max(at.current, by < 0 ? 0 : -1) + by + all.length) % all.length;
    const stop = all[at.current];
    if (stop instanceof HTMLElement) stop.focus();
    else if (stop?.place) session.focus(stop.place);
  };
  const fixFirst = () => {
    const here = stops()[at.current];
    const isFixable = here && !(here instanceof HTMLElement) && here.finding.fix;
    const found = isFixable ? here : findings.settled().find(({ finding }) => finding.fix);
    if (found) applyFindings(session, [found]);
  };
  return { jump, fixFirst };
}
