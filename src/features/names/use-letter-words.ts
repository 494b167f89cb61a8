import { useQuery, useQueryClient } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { LetterValues } from "#room/billing/letters/letter-fields.ts";
import { moneyText } from "#room/billing/money-text.ts";
import { showDate } from "#room/billing/show-date.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { fetchNames } from "./fetch-names.ts";
import { namesNow } from "./names-now.ts";

function valuesOfVisit(visit: VisitRow): LetterValues {
  const names = namesNow();
  const [provider = "", payer = ""] = [visit.providerIds[0], visit.payerIds[0]];
  return {
    "date of service": visit.serviceDate ? showDate(visit.serviceDate) : undefined,
    amount: visit.amount ? moneyText(visit.amount) : undefined,
    reason: visit.reason ?? undefined,
    visit: visit.name || shortGuid(visit.visitId),
    provider: names.nameOf("provider", provider),
    practice: names.nameOf("practice", visit.practiceId ?? ""),
    payer: names.nameOf("payer", payer),
  };
}

/** The clinic’s templates and signature; undefined until told, and where the user writes no letters. */
export function useLetterWords() {
  const isOffered = useServiceConfig().extensions.includes("getLetterWords");
  const { data } = useQuery({ ...operationQuery("getLetterWords", {}), enabled: isOffered });
  const client = useQueryClient();
  const { userName, directory } = useWorkspace();
  /** What a template’s fields say in a letter of this user, about a visit if there is one. */
  const valuesOf = async (visit: VisitRow | undefined): Promise<LetterValues> => {
    // A name that the service does not tell is a blank in the letter.
    const [clinic, me] = await Promise.all([
      client.fetchQuery(operationQuery("getClinic", {})).catch(() => undefined),
      client.fetchQuery(operationQuery("getOwnAccount", {})).catch(() => undefined),
      fetchNames(directory).catch(() => undefined),
    ]);
    return {
      ...(visit && valuesOfVisit(visit)),
      clinic: clinic?.clinic.name ?? undefined,
      "my name": me?.displayName || userName,
    };
  };
  return { words: isOffered ? data?.words : undefined, valuesOf };
}
