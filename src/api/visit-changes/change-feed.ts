import { Listeners } from "#room/signals/listeners.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { type ChangeNews, readChangeNews } from "./change-news.ts";
import { createPace, isFull } from "./change-pace.ts";

/** Visits that changed; "all" when there were too many to list, or it is unknown: refetch what is shown. */
export interface VisitChange {
  readonly visits: ReadonlySet<string> | "all";
  readonly changeNumber: number;
}

/** `live`: changes appear within a second. `away`: the service does not answer and is retried. */
export type FeedState = "off" | "live" | "away";

type Answer = Pick<ResponseOf<"listChanges">, "changeNumber" | "visits" | "isTooOld" | "rightsMark">;

/** The mark of whom the service refuses. */
const noRights = "none";

export interface FeedParts {
  ask(request: RequestOf<"listChanges">, signal: AbortSignal): Promise<Answer>;
  /** Runs the work in one tab of the browser at a time, for as long as it takes. */
  lead(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  readonly channel: {
    post(news: ChangeNews): void;
    listen(listener: (message: unknown) => void): () => void;
  };
  /** Ends early when the network is back or the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Called when the page may have been asleep: it becomes visible, or the network is back. */
  onWake(listener: () => void): () => void;
  now(): number;
  /** Of the user as the page began with them; undefined: not known. */
  rightsMark(): string | undefined;
  /** This user may not ask any more. */
  isRefused(error: unknown): boolean;
  /** The service does not have the operation, so it is not asked again. */
  isMissing(error: unknown): boolean;
}

/** The leading tab sends something at least this often; otherwise a tab that wakes up asks by itself. Milliseconds. */
const silentMs = 40_000;

/**
 * One tab of the browser waits for changes at the service and tells the others; each can tell by number what it missed.
 */
export function createChangeFeed(parts: FeedParts) {
  const listeners = new Listeners<[VisitChange]>();
  const stateListeners = new Listeners();
  const rightsListeners = new Listeners();
  let state: FeedState = "off";
  let at: number | undefined;
  let mark: string | undefined;
  let running: AbortSignal | undefined;
  let receivedAt = Number.NEGATIVE_INFINITY;

  const become = (next: FeedState) => {
    if (state === next) return;
    state = next;
    stateListeners.tell();
  };
  const takeMark = (next: string | null | undefined) => {
    if (typeof next !== "string" || next === mark) return;
    const isOther = mark !== undefined;
    mark = next;
    if (!isOther) return;
    listeners.tell({ visits: "all", changeNumber: at ?? 0 });
    rightsListeners.tell();
  };
  const emit = ({ changeNumber, visits, isTooOld }: Answer) => {
    if (!isTooOld && visits.length === 0) return;
    listeners.tell({ visits: isTooOld ? "all" : new Set(visits), changeNumber });
  };
  const take = ({ changeNumber, visits, isTooOld, rightsMark }: Answer) => {
    const isFirst = at === undefined;
    at = changeNumber;
    receivedAt = parts.now();
    become("live");
    if (!isFirst) emit({ changeNumber, visits, isTooOld });
    takeMark(rightsMark);
  };
  const catchUp = async (since: number, signal: AbortSignal): Promise<void> => {
    const pace = createPace(parts.now);
    while (!signal.aborted) {
      try {
        const answer = await parts.ask({ since, waitSeconds: 0, rightsMark: mark ?? "" }, signal);
        const isNext = at === undefined || answer.isTooOld || answer.changeNumber >= at;
        return signal.aborted ? undefined : (isNext ? take : emit)(answer);
      } catch (error) {
        if (parts.isMissing(error)) return;
        await parts.pause(pace.afterFailure(error, 0), signal);
      }
    }
  };
  const receive = (message: unknown, signal: AbortSignal) => {
    const news = readChangeNews(message);
    if (news?.kind === "away") become("away");
    if (news?.kind !== "changes") return;
    if (at !== undefined && news.since > at) void catchUp(at, signal);
    else if (at === undefined || news.isTooOld || news.changeNumber >= at) take(news);
  };
  const ask = async (signal: AbortSignal, waitSeconds: number) => {
    const since = at;
    const rightsMark = mark ?? "";
    const answer = await parts.ask(
      since === undefined ? { waitSeconds: 0, rightsMark } : { since, waitSeconds, rightsMark },
      signal,
    );
    // A list was read meanwhile: what changed between it and this answer is asked for next.
    if (since === undefined && at !== undefined && at < answer.changeNumber) return;
    take(answer);
    const { changeNumber, visits, isTooOld } = answer;
    const news = { since: since ?? changeNumber, changeNumber, visits, isTooOld, rightsMark: mark };
    parts.channel.post({ kind: "changes", ...news });
  };
  const lead = async (signal: AbortSignal) => {
    const pace = createPace(parts.now);
    while (!signal.aborted) {
      // After a silence the first answer comes at once: only then is it known that the service is back.
      const waitSeconds = state === "away" ? 0 : pace.waitSeconds();
      const sentAt = parts.now();
      try {
        await ask(signal, waitSeconds);
        await parts.pause(pace.afterAnswer(waitSeconds), signal);
      } catch (error) {
        if (signal.aborted || parts.isMissing(error)) return;
        if (parts.isRefused(error)) takeMark(noRights);
        if (!isFull(error)) {
          become("away");
          parts.channel.post({ kind: "away" });
        }
        await parts.pause(pace.afterFailure(error, waitSeconds > 0 ? parts.now() - sentAt : 0), signal);
      }
    }
  };
  return {
    state: () => state,
    subscribe: listeners.add,
    onState: stateListeners.add,
    /** Another role, other rights or practices than before: nothing that was read may be shown on. */
    onRights: rightsListeners.add,
    /** A list was read as of this number: what changed since then is told again. */
    readAsOf(changeNumber: number) {
      if (at === undefined) at = changeNumber;
      else if (changeNumber < at && running?.aborted === false) void catchUp(changeNumber, running);
    },
    start() {
      const stop = new AbortController();
      const { signal } = stop;
      running = signal;
      mark ??= parts.rightsMark();
      const stopListening = parts.channel.listen((message) => receive(message, signal));
      const stopWaking = parts.onWake(() => {
        if (parts.now() - receivedAt > silentMs && at !== undefined) void catchUp(at, signal);
      });
      void parts
        .lead(signal, () => lead(signal))
        .catch(() => undefined)
        .finally(() => {
          if (!signal.aborted) become("off");
        });
      return () => {
        stop.abort();
        stopListening();
        stopWaking();
        become("off");
      };
    },
  };
}
