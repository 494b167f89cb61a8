import { ClinicDays } from "#room/billing/clinic-days.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { VisitTable } from "#room/server/store/visits/visit-tables.ts";
import { ifThere } from "#room/server/store/store-unavailable.ts";
import { directoryNow } from "./directory-now.ts";
import { visitRowOf } from "./visit-answer.ts";

type Names = (row: VisitTable) => string | undefined;

function timeIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (at) => format.format(at).replaceAll(/\s/g, " ");
}

async function practiceNames({ store }: Pick<HandlerContext, "store">): Promise<Names> {
  const index = await directoryNow(store.directory);
  const times = new Map<string, (at: number) => string>();
  return ({ practice_id: id, first_received_at: at }) => {
    const practice = id === "" ? undefined : index.find("practice", id);
    const { timeZone } = practice?.timeZone ? new ClinicDays(practice.timeZone) : store.days;
    const time = times.get(timeZone) ?? timeIn(timeZone);
    times.set(timeZone, time);
    return [id === "" ? "No practice" : index.shortWords("practice", id), time(at)].join(", ");
  };
}

/** What stands for these visits, as the clinic chose; undefined: their short id. */
async function namesOf(rows: readonly VisitTable[], context: Pick<HandlerContext, "store">): Promise<Names> {
  const { visitNaming, visitMember } = (await context.store.clinic.read()).clinic;
  switch (visitNaming) {
    case "last-four":
      return ({ visit_id: id }) => `…${id.slice(-4)}`;
    case "invoice":
      return ({ invoice_number: invoice }) => (invoice === null ? undefined : `Invoice ${invoice}`);
    case "practice":
      return practiceNames(context);
    case "member": {
      const members = await context.store.visits.membersOf(rows, visitMember ?? "");
      return ({ visit_id: id }) => members.get(id);
    }
    default:
      return () => undefined;
  }
}

export async function visitRowsOf(
  rows: readonly VisitTable[],
  context: Pick<HandlerContext, "store" | "now">,
): Promise<VisitRow[]> {
  const nameOf = await namesOf(rows, context);
  const now = context.now().getTime();
  return rows.map((row) => {
    const name = nameOf(row);
    return { ...visitRowOf(row, now), name };
  });
}

/** A visit after what was done with it: that it was done is told, if need be without the visit's name. */
export async function namedVisit(
  row: VisitTable,
  context: Pick<HandlerContext, "store" | "now">,
): Promise<VisitRow> {
  const [named] = (await ifThere(visitRowsOf([row], context))) ?? [];
  return named ?? visitRowOf(row, context.now().getTime());
}
