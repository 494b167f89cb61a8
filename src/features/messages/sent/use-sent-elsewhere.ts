import { onceFor } from "#room/signals/once-for.ts";
import { useQuery } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { OwnMessages, SentAtService } from "#room/workspace/messages/message-record.ts";

const lookAgainMs = 60_000;
/** At most this many pages of 200: older ones are found by search. */
const maxPages = 10;
/** Messages get their numbers before they are there: this many may be under way when a higher one is. */
const underWay = 100;

/** Of each open workspace: a name for it, and the highest number seen. A workspace that is opened anew knows nothing. */
const seenBy = onceFor((_own: object) => ({ name: crypto.randomUUID() as string, last: 0 }));

function sentOf(one: SentMessageReply): SentAtService[] {
  // A service that only finds messages by their names lists none.
  if (typeof one.dateSent !== "string") return [];
  return [
    {
      clientMessageId: one.clientMessageId,
      messageId: one.messageId,
      to: [...(one.to ?? []), ...(one.cc ?? []), ...(one.bcc ?? [])],
      ...(one.sentBy ? { sentBy: one.sentBy } : {}),
      subject: one.subject ?? "",
      preview: one.preview ?? "",
      attachmentCount: one.attachmentCount ?? 0,
      sentAt: Date.parse(`${one.dateSent.slice(0, 23)}Z`),
    },
  ];
}

type Ask = (
  request: RequestOf<"findSentMessages">,
) => Promise<Pick<ResponseOf<"findSentMessages">, "messages" | "before">>;

export async function lookForSent(own: Pick<OwnMessages, "receive">, ask: Ask): Promise<number> {
  const known = seenBy(own);
  const since = Math.max(0, known.last - underWay);
  let { last } = known;
  let before: number | null | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await ask({ since, before });
    const { messages } = answer;
    last = Math.max(last, ...messages.map(({ messageId }) => messageId));
    own.receive(messages.flatMap((one) => sentOf(one)));
    ({ before } = answer);
    if (typeof before !== "number") break;
  }
  known.last = last;
  return last;
}

/** Lists what this person sent from other computers, and others from addresses that they share. Only what is new is asked for. Mounted once in the frame. */
export function useSentElsewhere(): void {
  const { messages } = useWorkspace();
  const canAsk = useServiceConfig().extensions.includes("findSentMessages");
  useQuery({
    queryKey: ["findSentMessages", "elsewhere", seenBy(messages).name],
    queryFn: ({ signal }) =>
      lookForSent(messages, (request) => callOperation("findSentMessages", request, { signal })),
    enabled: canAsk,
    retry: false,
    refetchInterval: lookAgainMs,
    refetchOnWindowFocus: true,
    staleTime: lookAgainMs / 2,
  });
}
