import { someOf } from "./rows.ts";
import type { DirectoryKey } from "#room/contract/schemas/directory.ts";
import type { Kysely } from "kysely";
import { isRecord } from "#room/billing/json-record.ts";
import { minorUnits, moneyOfMinor, type Money } from "#room/contract/primitives/money.ts";
import { readJson } from "#room/contract/written-json.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { Tables } from "./tables.ts";
import { guidOrNothing } from "./visits/extract-facts.ts";

export interface SeenId {
  readonly kind: DirectoryKey["kind"];
  readonly id: string;
  readonly count: number;
  /** For a fee: its most frequent code and unit price. */
  readonly code?: string;
  readonly amount?: Money;
}

export interface SeenIds {
  readonly visits: number;
  readonly visitsForFees: number;
  readonly seen: readonly SeenId[];
}

/** How many visits are searched for ids: enough to see what is in use, and fast to read. */
const visitsSeen = 20_000;
/** Fees stand only in the events, which are long and may be sealed. */
const visitsSeenForFees = 2000;
/** Lets other work run in between. */
const eventsAtOnce = 100;

type Rows = readonly { event_id: string; practice_id: string; payers: string; providers: string }[];

export async function seenIds(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  practices: readonly string[],
): Promise<SeenIds> {
  let query = db.selectFrom("visit").select(["event_id", "practice_id", "payers", "providers"]);
  if (practices.length > 0) query = query.where("practice_id", "in", practices);
  const rows = await query.orderBy("change_number", "desc").limit(visitsSeen).execute();
  const newest = rows.slice(0, visitsSeenForFees).map(({ event_id }) => event_id);
  const fees = new FeeCounts();
  for (const some of someOf(newest, eventsAtOnce)) {
    const events = await db
      .selectFrom("charged_event")
      .select(["event_id", "content"])
      .where("event_id", "in", some)
      .execute();
    for (const { event_id, content } of events)
      fees.add(readJson<unknown>(await vault.text(associatedData.event(event_id), content)));
  }
  return {
    visits: rows.length,
    visitsForFees: newest.length,
    seen: [...countParties(rows), ...fees.counted()],
  };
}

function countParties(rows: Rows): readonly SeenId[] {
  const seen = new Map<string, SeenId & { count: number }>();
  const count = (kind: SeenId["kind"], id: string) => {
    if (id === "") return;
    const known = seen.get(kind + id);
    if (known) known.count += 1;
    else seen.set(kind + id, { kind, id, count: 1 });
  };
  for (const { practice_id, payers, providers } of rows) {
    count("practice", practice_id);
    for (const id of payers.split(" ")) count("payer", id);
    for (const id of providers.split(" ")) count("provider", id);
  }
  return [...seen.values()];
}

/** What a fee was charged for, and its unit price. */
type Price = Required<Pick<SeenId, "code">> & Pick<SeenId, "amount">;

class FeeCounts {
  readonly #visits = new Map<string, number>();
  /** For each fee: how many lines have each price. */
  readonly #prices = new Map<string, Map<string, { readonly price: Price; lines: number }>>();

  add(event: unknown): void {
    const ofVisit = new Set<string>();
    for (const charge of chargesOf(event)) {
      const fee = guidOrNothing(charge["feeId"]);
      if (fee === "") continue;
      ofVisit.add(fee);
      this.#addPrice(fee, priceOf(charge));
    }
    for (const fee of ofVisit) this.#visits.set(fee, (this.#visits.get(fee) ?? 0) + 1);
  }

  counted(): SeenId[] {
    return Array.from(this.#visits, ([id, count]): SeenId => {
      const prices = [...(this.#prices.get(id)?.values() ?? [])];
      const [usual] = prices.toSorted((a, b) => b.lines - a.lines);
      return { kind: "fee", id, count, ...usual?.price };
    });
  }

  #addPrice(fee: string, price: Price | undefined): void {
    if (!price) return;
    const prices = this.#prices.get(fee) ?? new Map<string, { readonly price: Price; lines: number }>();
    this.#prices.set(fee, prices);
    const key = JSON.stringify(price);
    const known = prices.get(key);
    if (known) known.lines += 1;
    else prices.set(key, { price, lines: 1 });
  }
}

/** An old event may have another shape. */
function chargesOf(event: unknown): readonly Readonly<Record<string, unknown>>[] {
  const visit = isRecord(event) ? event["visitCharged"] : undefined;
  const charges = isRecord(visit) ? visit["charges"] : undefined;
  return Array.isArray(charges) ? charges.filter(isRecord) : [];
}

/** Without an amount if the units do not divide it into whole cents. */
function priceOf({ cpt, quantity, charge }: Readonly<Record<string, unknown>>): Price | undefined {
  if (typeof cpt !== "string" || cpt.trim() === "") return undefined;
  const code = cpt.trim().toUpperCase();
  const { currency, amount } = isRecord(charge) ? charge : {};
  if (typeof currency !== "string" || typeof amount !== "number" || typeof quantity !== "number")
    return { code };
  const unit = (minorUnits(amount, currency) ?? Number.NaN) / quantity;
  if (!Number.isSafeInteger(unit) || unit < 0) return { code };
  return { code, amount: moneyOfMinor(unit, currency.toUpperCase()) };
}
