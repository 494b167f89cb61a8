import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { todayHere } from "#room/api/today-here.ts";
import { procedureSystem } from "#room/contract/primitives/procedure-system.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { FoundCode } from "#room/contract/operations/search-diagnoses.ts";
import { type PaletteHit, usePaletteSource } from "#room/ui/commands.ts";
import { recognise } from "./recognise.ts";

const restMs = 180;
const most = 5;
const shortest = 3;
const longest = 200;

type FoundCodes = Pick<ResponseOf<"searchDiagnoses">, "codes" | "isCptMissing">;

/** Lets the palette find diagnosis and procedure codes by words, once typing pauses. Renders nothing. */
export function CodeSources() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const maySearch = useServiceConfig().extensions.includes("searchDiagnoses");
  const find = async (query: string, signal: AbortSignal, codeSystemName?: string): Promise<FoundCodes> => {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    if (signal.aborted) return { codes: [] };
    const request = {
      query,
      limit: most,
      svcDate: todayHere(),
      ...(codeSystemName ? { codeSystemName } : {}),
    };
    return client.fetchQuery(operationQuery("searchDiagnoses", request));
  };
  const isAsked = (query: string) =>
    maySearch && query.length >= shortest && query.length <= longest && recognise(query).length === 0;
  const open = (code: string) => () =>
    void navigate({ to: "/diagnosis", search: { tab: "procedures", code } });
  // What was added last is shown first: a diagnosis that was found comes before why no procedure was.
  usePaletteSource({
    id: "cpt",
    group: "Procedure codes",
    search: async (query, signal) => {
      if (!isAsked(query)) return [];
      const { codes, isCptMissing } = await find(query, signal, procedureSystem);
      if (isCptMissing !== true || codes.length > 0) return [];
      const detail = "Visits, tests and repairs are CPT codes: type the code.";
      return [{ id: "cpt", title: "CPT codes are not loaded", detail, run: open(query) }];
    },
  });
  usePaletteSource({
    id: "diagnoses",
    group: "Diagnosis codes",
    search: async (query, signal) => {
      if (!isAsked(query)) return [];
      const { codes } = await find(query, signal);
      return codes.map((found) =>
        hitOf(found, () => void navigate({ to: "/diagnosis", search: { code: found.code } })),
      );
    },
  });
  usePaletteSource({
    id: "procedures",
    group: "Procedure codes",
    search: async (query, signal) => {
      if (!isAsked(query)) return [];
      const { codes } = await find(query, signal, procedureSystem);
      // A partial match of a supply says nothing about a visit or an injury.
      const whole = codes.filter(({ missingWords }) => !missingWords);
      return whole.map((found) => hitOf(found, open(found.code)));
    },
  });
  return null;
}

function hitOf({ code, description, isChargeable, missingWords }: FoundCode, run: () => void): PaletteHit {
  const notes = [
    isChargeable ? "" : "not billable",
    missingWords ? `did not match: ${missingWords.join(", ")}` : "",
  ].filter(Boolean);
  return { id: code, title: code, detail: [...notes, description].join(" · "), run };
}
