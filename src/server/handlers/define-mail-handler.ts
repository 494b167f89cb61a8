import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { type DefinedHandler, defineHandler, type HandlerRules } from "#room/server/define-handler.ts";
import type { Handler, HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { messagingUser } from "./messaging-session.ts";
import { OutOfTime, withinTime } from "./time-limit.ts";

type MailKey = Exclude<
  { [K in OperationKey]: (typeof registry)[K]["session"] extends "body" ? K : never }[OperationKey],
  "sendMessage"
>;

interface Replies<K extends MailKey> {
  /** The answer without a fault, to add to. */
  readonly empty: ResponseOf<K>;
  refuse(code: (typeof registry)[K]["faults"]["codes"][number], message: string): ResponseOf<K>;
}

interface MailAnswer<K extends MailKey> {
  /** What is said of a failure: "The mailbox could not be read". */
  readonly failed: string;
  /** The log's line of it. */
  readonly logged: string;
  readonly isUse?: boolean;
  answer(
    request: RequestOf<K>,
    context: HandlerContext,
    user: SessionInfo,
    replies: Replies<K>,
  ): Promise<ResponseOf<K>>;
}

/** Answers whoever the session key in the body names, or that it failed or took too long. Only for what then has changed nothing. */
export function mailHandle<K extends MailKey>(key: K, mail: MailAnswer<K>): Handler<K> {
  const { failed, logged, isUse = true, answer } = mail;
  const { empty, write: refuse } = registry[key].faults;
  // An operation's faults are those of its own answer, which the compiler cannot tell from all operations'.
  const replies = { empty, refuse } as unknown as Replies<K>;
  return async (request, context) => {
    try {
      return await withinTime(context.settings.messagingTimeoutMs, async () => {
        const session = await messagingUser(request, context, { isUse });
        if (session.fault) return replies.refuse(session.fault.code, session.fault.message);
        return answer(request, context, session.user, replies);
      });
    } catch (error) {
      if (error instanceof OutOfTime)
        return replies.refuse("hasRequestTimedOut", `${failed} in time. Try again.`);
      context.log.error({ err: error }, logged);
      return replies.refuse("serverError", `${failed}. Try again later.`);
    }
  };
}

export function defineMailHandler<K extends MailKey>(
  key: K,
  definition: Partial<HandlerRules> & Pick<DefinedHandler<K>, "audit"> & MailAnswer<K>,
): DefinedHandler<K> {
  return defineHandler(key, { ...definition, handle: mailHandle(key, definition) });
}
