import { isSameContent } from "#room/contract/same-content.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { EditorSession } from "./editor-session.ts";
import { resumeTyping } from "./draft-notes.ts";
import { useEffect, useEffectEvent, useLayoutEffect, useState, useRef, type RefObject } from "react";
import { useNavigate } from "@tanstack/react-router";
import { subscribeNames } from "#room/features/names/names-now.ts";
import { startDraft } from "#room/features/visits/editor/draft/start-draft.ts";
import { knowNames } from "#room/features/visits/editor/draft/visit-names.ts";
import { isLocked, useSharedVisitOf } from "#room/features/visits/shared-visit/shared-visit.ts";
import { useSharedEditing } from "#room/features/visits/shared-visit/use-shared-editing.ts";
import { useWorkspace, useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { useOutcomeAfterLeaving } from "#room/features/visits/sending/use-told-outcome.ts";
import { useDraftSaving } from "./use-draft-saving.ts";
import { keepOpenAs } from "./open-names.ts";
import type { VisitEditorProps } from "./use-open-event.ts";
import { useRename } from "./use-rename.ts";

/** As many as somebody goes back to. In memory alone, and gone with the workspace. */
const most = 10;
const left = new WeakMap<Workspace, Map<string, EditorSession>>();

/** Keeps a visit that was left, so that its steps can be undone when it is opened again. */
function keepLeft(workspace: Workspace, eventId: string, session: EditorSession): void {
  const sessions = left.get(workspace) ?? new Map<string, EditorSession>();
  left.set(workspace, sessions);
  sessions.delete(eventId);
  sessions.set(eventId, session);
  const [oldest] = sessions.keys();
  if (sessions.size > most && oldest !== undefined) sessions.delete(oldest);
}

/** The visit as it was left; undefined if it has changed since, in another tab or at the service. */
function leftSession(workspace: Workspace, { eventId, event }: VisitRecord): EditorSession | undefined {
  const session = left.get(workspace)?.get(eventId);
  return session && isSameContent(session.visit.event(), event) ? session : undefined;
}

/**
 * A correction is sent under its own eventId. The page continues with it: the same draft, its undo history and anything
 * typed meanwhile.
 */
function useFollowCorrection(session: EditorSession, eventId: string, isReadOnly: boolean): void {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const { replacedBy } = useVisitSummary(eventId) ?? {};
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (replacedBy === undefined || followed.current === replacedBy || !visits.summary(replacedBy)) return;
    followed.current = replacedBy;
    // A read-only page instead opens the version made by the draft's writer.
    if (!isReadOnly) {
      session.visit.continueAs(replacedBy);
      keepOpenAs(eventId, replacedBy);
    }
    const params = { eventId: replacedBy };
    void navigate({ to: "/visits/$eventId", params, replace: true, resetScroll: false });
  }, [visits, session, eventId, replacedBy, isReadOnly, navigate]);
}

/** A name typed before the directory had it is known once it has, but for what is only looked at. */
function useNewNames({ visit, fields }: EditorSession, isOurs: boolean): void {
  useEffect(() => {
    if (!isOurs) return undefined;
    const know = () => {
      if (!fields.isTyping()) knowNames(visit);
    };
    know();
    return subscribeNames(know);
  }, [visit, fields, isOurs]);
}

/**
 * Whether its fields are closed once somebody else has the visit: what is being typed then can be finished, since half an
 * amount is another amount.
 */
function useIsClosed({ fields }: EditorSession, root: RefObject<HTMLFormElement | null>, isOver: boolean) {
  const [known, setKnown] = useState({ isOver, isTyping: false });
  if (known.isOver !== isOver) setKnown({ isOver, isTyping: isOver && fields.isTyping() });
  const { isTyping } = known;
  useEffect(() => {
    const form = root.current;
    if (!isTyping || !form) return undefined;
    const end = () => setKnown(({ isOver }) => ({ isOver, isTyping: false }));
    form.addEventListener("focusout", end);
    return () => form.removeEventListener("focusout", end);
  }, [root, isTyping]);
  return isOver && !isTyping;
}

/**
 * One event open on one page: creates its session once, syncs it with the fields below `root`, saves it to the
 * workspace, and continues under another id when the event gets one.
 */
export function useEditorSession(props: VisitEditorProps, root: RefObject<HTMLFormElement | null>) {
  const { record, role } = props;
  const workspace = useWorkspace();
  const [{ session, isAgain }] = useState(() => {
    const before = leftSession(workspace, record);
    if (before) return { session: before, isAgain: true };
    const { draft, source } = startDraft(record.event);
    // Revision 0 means begun on this page and not in the workspace yet.
    return {
      session: new EditorSession(draft, source, { ...record, isNew: record.revision === 0 }),
      isAgain: false,
    };
  });
  useEffect(() => () => keepLeft(workspace, record.eventId, session), [workspace, record.eventId, session]);
  useDraftSaving(session, props);
  const rename = useRename(session, record.eventId);
  // Before the paint, so that no typing is missed.
  useLayoutEffect(() => session.fields.attach(root.current), [session, root]);
  useEffect(() => session.start(), [session]);
  // Before the paint too: later it would take the focus from where a quick hand has gone.
  useLayoutEffect(() => {
    if (session.isNew && !isAgain) session.focusFirst();
  }, [session, isAgain]);
  const resume = useEffectEvent(() => {
    const { typing } = record;
    // A grid that is being committed can't render its row yet.
    if (typing)
      queueMicrotask(() => {
        resumeTyping(session, typing);
        // Where there is nothing to go on with, the draft is finished.
        session.saver.soon();
      });
  });
  useLayoutEffect(() => {
    if (role === "writer") resume();
  }, [role]);
  const shared = useSharedVisitOf(record.eventId);
  const open = shared.kind === "shared" ? shared : undefined;
  const { state, edited = false } = useVisitSummary(record.eventId) ?? {};
  const isCharged = state === "charged";
  const isOver = isCharged || isLocked(open?.claim);
  const isReadOnly = role === "follower" || isOver;
  const isClosed = useIsClosed(session, root, isOver);
  useSharedEditing(session, open ?? {}, isClosed);
  useNewNames(session, !isReadOnly && (edited || !record.imported));
  useFollowCorrection(session, record.eventId, isReadOnly);
  useOutcomeAfterLeaving(record.eventId);
  return { session, rename, shared, open, isReadOnly, isClosed: isClosed || role === "follower" };
}
