import { afterEach, expect, test, vi } from "vitest";
import { draftFromEvent } from "#room/features/visits/editor/draft/draft-from-event.ts";
import { insertRow } from "#room/features/visits/editor/draft/row-actions.ts";
import { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { applyFindings } from "./apply-finding.ts";

afterEach(() => void vi.unstubAllGlobals());

test("a fix mends its own line after one above began", () => {
  vi.stubGlobal("document", { activeElement: null });
  const { draft, source } = draftFromEvent(buildEvent({ charges: 3 }));
  const session = new EditorSession(draft, source);
  const stop = session.start();
  const { visit } = session;
  const blank = insertRow(visit, "charges", 0);
  const [, , rowId = "", other = ""] = visit.order().charges;
  visit.type({ list: "charges", rowId, member: "modifier" }, "59 59", "Modifiers");
  const [offered] = session.findings.settled().filter(({ finding }) => finding.fix);
  // The blank line is no part of the event; now it is, and each below it has another number.
  visit.type({ list: "charges", rowId: blank, member: "quantity" }, "2", "Quantity");
  if (offered) applyFindings(session, [offered]);
  expect(visit.text({ list: "charges", rowId, member: "modifier" })).toBe("59");
  expect(visit.text({ list: "charges", rowId: other, member: "modifier" })).toBe("");
  stop();
});
