import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { Why } from "#room/server/change-watch.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { callerOf } from "#room/server/http/caller.ts";
import { checkRight } from "#room/server/http/needed-right.ts";
import { LostMeanwhile, notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { isProgramKey } from "#room/server/keys/key-secret.ts";
import { LaterAnswer, type Settle } from "#room/server/later-answer.ts";
import { rightsMark } from "#room/server/sessions/rights-mark.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import type { Viewer } from "#room/server/store/visits/visit-types.ts";
import { viewerOf } from "./visit-answer.ts";

type Answer = ResponseOf<"listChanges">;

/**
 * The waiting user's current rights: a session or right that ended during the wait no longer applies to later changes.
 * Throws the 401 or 403.
 */
async function stillThere({ keys, sessions, transport, remoteAddress }: SignedInContext) {
  const { id = "" } = transport.presented() ?? {};
  if (isProgramKey(id)) return keys.admit(id, remoteAddress);
  const found = await sessions.lookUp(id, { isUse: false, isPatient: true });
  if (found.state !== "live") throw notAuthenticated("The session has ended. Sign in again.");
  checkRight("listChanges", found.user);
  return found.user;
}

/** For whoever asked with one. */
function markFor(request: RequestOf<"listChanges">, session: SessionInfo): string | undefined {
  return typeof request.rightsMark === "string" ? rightsMark(session) : undefined;
}

const withMark = (mark: string | undefined, answer: Answer): Answer =>
  mark === undefined ? answer : { ...answer, rightsMark: mark };

/** A call that waits, until something changes that its viewer may see. */
class ChangesCall extends LaterAnswer<Answer> {
  readonly session: string;
  readonly person: string;
  readonly visits: { viewer: Viewer; from: number };
  /** What their rights were asked about. Whoever got more rights in the meantime goes on from there. */
  #checked: number;
  #mark: string | undefined;
  #seen = 0;
  #settle: Settle<Answer> = () => {};
  readonly #until: number;
  readonly #context: SignedInContext;

  constructor(since: number, request: RequestOf<"listChanges">, context: SignedInContext) {
    super();
    const { session } = context;
    this.session = session.idHash;
    this.person = callerOf(session);
    this.visits = { viewer: viewerOf(context), from: since };
    this.#checked = since;
    this.#mark = markFor(request, session);
    const isOther = (request.rightsMark ?? undefined) !== this.#mark;
    this.#until = Math.floor(performance.now()) + (isOther ? 0 : (request.waitSeconds ?? 0)) * 1000;
    this.#context = context;
  }

  /** What there is to tell; undefined: nothing, and there is time left. */
  async look(isTold = false): Promise<Answer | undefined> {
    const { changes } = this.#context;
    // Before the look, so that a change in between ends the wait immediately.
    this.#seen = changes.seen();
    const isOver = this.#left <= 0;
    if (!isOver && changes.isCurrent(this.#checked)) return undefined;
    const { changeNumber, visits, isTooOld } = await changes.since(this.#checked, this.visits.viewer, isTold);
    if (isTooOld || visits.length > 0 || isOver)
      return withMark(this.#mark, { changeNumber, visits: [...visits], isTooOld });
    // Something changed that this user may not see: their change number still advances.
    this.#checked = changeNumber;
    this.visits.from = changeNumber;
    return undefined;
  }

  begin(settle: Settle<Answer>): void {
    this.#settle = settle;
    this.#context.changes.hold(this, this.#seen, this.#left);
  }

  ended(why: Why): void {
    if (why === "over") this.#settle(this.#nothing());
    else this.#goOn(why === "changed").catch((error: unknown) => this.#settle(Promise.reject(error)));
  }

  #nothing(): Answer {
    return withMark(this.#mark, { changeNumber: this.#checked, visits: [], isTooOld: false });
  }

  get #left(): number {
    return this.#until - performance.now();
  }

  async #goOn(isTold: boolean): Promise<void> {
    const still = await stillThere(this.#context).catch((error: unknown) => {
      throw error instanceof Refusal ? new LostMeanwhile(error) : error;
    });
    const mark = this.#mark === undefined ? undefined : rightsMark(still);
    if (mark !== this.#mark) {
      this.#mark = mark;
      return this.#settle(this.#nothing());
    }
    this.visits.viewer = viewerOf({ session: still });
    const answer = await this.look(isTold);
    if (answer) this.#settle(answer);
    else this.begin(this.#settle);
  }
}

export const listChanges = defineHandler("listChanges", {
  isUse: false,
  isPatient: true,
  // Only ids.
  audit: "none",
  handle: async (request, context) => {
    const { since, waitSeconds } = request;
    const { visits } = context.store;
    // While anyone waits, the watch does it.
    if (!waitSeconds) await visits.expireLeases(context.now().getTime());
    if (since === undefined || since === null)
      return withMark(markFor(request, context.session), {
        changeNumber: await visits.changeNumber(),
        visits: [],
        isTooOld: false,
      });
    const call = new ChangesCall(since, request, context);
    return (await call.look()) ?? call;
  },
});
