import { isSameContent } from "#room/contract/same-content.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { EditorSession } from "./editor-session.ts";

/** As many as somebody goes back to. In memory alone, and gone with the workspace. */
const most = 10;
const left = new WeakMap<Workspace, Map<string, EditorSession>>();

/** Keeps a visit that was left, so that its steps can be undone when it is opened again. */
export function keepLeft(workspace: Workspace, eventId: string, session: EditorSession): void {
  const sessions = left.get(workspace) ?? new Map<string, EditorSession>();
  left.set(workspace, sessions);
  sessions.delete(eventId);
  sessions.set(eventId, session);
  const [oldest] = sessions.keys();
  if (sessions.size > most && oldest !== undefined) sessions.delete(oldest);
}

/** The visit as it was left; undefined if it has changed since, in another tab or at the service. */
export function leftSession(
  workspace: Workspace,
  { eventId, event }: VisitRecord,
): EditorSession | undefined {
  const session = left.get(workspace)?.get(eventId);
  return session && isSameContent(session.visit.event(), event) ? session : undefined;
}
