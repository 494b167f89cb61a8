import type { OperationKey, registry, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { type DefinedHandler, defineHandler, type HandlerRules } from "#room/server/define-handler.ts";
import type { Handler, HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { messagingUser, type SessionFault } from "./messaging-session.ts";
import { OutOfTime, withinTime } from "./time-limit.ts";

type MailKey = {
  [K in OperationKey]: (typeof registry)[K]["session"] extends "body" ? K : never;
}[OperationKey];

interface MailAnswer<K extends MailKey> {
  refuse(code: SessionFault["code"] | "hasRequestTimedOut" | "serverError", message: string): ResponseOf<K>;
  /** What is said of a failure: "The mailbox could not be read". */
  readonly failed: string;
  /** The log's line of it. */
  readonly logged: string;
  readonly isUse?: boolean;
  answer(request: RequestOf<K>, context: HandlerContext, user: SessionInfo): Promise<ResponseOf<K>>;
}

/** Answers whoever the session key in the body names, or that it failed or took too long. Only for what then has changed nothing. */
export function mailHandle<K extends MailKey>(mail: MailAnswer<K>): Handler<K> {
  const { refuse, failed, logged, isUse = true, answer } = mail;
  return async (request, context) => {
    try {
      return await withinTime(context.settings.messagingTimeoutMs, async () => {
        const session = await messagingUser(request, context, { isUse });
        if (session.fault) return refuse(session.fault.code, session.fault.message);
        return answer(request, context, session.user);
      });
    } catch (error) {
      if (error instanceof OutOfTime) return refuse("hasRequestTimedOut", `${failed} in time. Try again.`);
      context.log.error({ err: error }, logged);
      return refuse("serverError", `${failed}. Try again later.`);
    }
  };
}

export function defineMailHandler<K extends MailKey>(
  key: K,
  definition: Partial<HandlerRules> & Pick<DefinedHandler<K>, "audit"> & MailAnswer<K>,
): DefinedHandler<K> {
  return defineHandler(key, { ...definition, handle: mailHandle(definition) });
}
