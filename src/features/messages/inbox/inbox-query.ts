import { type QueryFunctionContext, replaceEqualDeep } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { withMarksUnderWay } from "#room/features/messages/marks/marks-under-way.ts";
import { type Mailbox, readMailbox } from "./read-mailbox.ts";

const { queryKey, staleTime } = operationQuery("listMessageSummaries", {});

/** The query for the summaries, the same everywhere, so that all users of it share the answer. */
export const inboxQuery = {
  queryKey,
  staleTime,
  queryFn: (context: QueryFunctionContext) =>
    asksForChanges() ? changedMailbox(context) : wholeList(context),
  retry: false,
  gcTime: 30 * 60_000,
  // Done below, and only where the service tells everything again.
  structuralSharing: false,
} as const;

/** Whether the service tells what is new. If not, each answer is the whole list. */
export function asksForChanges(): boolean {
  return serviceConfig().extensions.includes("listMessageChanges");
}

async function changedMailbox({ client, signal }: QueryFunctionContext): Promise<Mailbox> {
  const asMarked = (read: Mailbox): Mailbox => {
    const summaries = withMarksUnderWay(read.summaries);
    return summaries === read.summaries ? read : { ...read, summaries };
  };
  const mailbox = await readMailbox(client.getQueryData<Mailbox>(queryKey), {
    ask: (request) => callOperation("listMessageChanges", request, { signal }),
    show: (part) => client.setQueryData(queryKey, asMarked(part)),
  });
  return asMarked(mailbox);
}

async function wholeList({ client, signal }: QueryFunctionContext): Promise<Mailbox> {
  const known = client.getQueryData<Mailbox>(queryKey);
  const answer = await callOperation("listMessageSummaries", {}, { signal });
  return replaceEqualDeep(known, { summaries: answer.summaries, isWhole: true });
}
