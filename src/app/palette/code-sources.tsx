import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { procedureSystem } from "#room/contract/primitives/procedure-system.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { FoundCode } from "#room/contract/operations/diagnoses.ts";
import { type PaletteHit, usePaletteSource } from "#room/ui/commands.ts";
import { recognise, sameCode } from "./recognise.ts";

const restMs = 180;
const most = 5;
const shortest = 3;
const longest = 200;

type FoundCodes = Pick<ResponseOf<"searchDiagnoses">, "codes" | "isCptMissing" | "isOfCpt">;

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
      svcDate: clinicToday(),
      ...(codeSystemName ? { codeSystemName } : {}),
    };
    return client.fetchQuery(operationQuery("searchDiagnoses", request));
  };
  // A0425 and J4520 look like codes of either kind: only the lists know which it is.
  const isAsked = (query: string) =>
    maySearch && query.length >= shortest && query.length <= longest && recognise(query).length !== 1;
  const open = (code: string) => () =>
    void navigate({ to: "/diagnosis", search: { tab: "procedures", code } });
  const diagnoses = async (query: string, signal: AbortSignal, isFirst: boolean): Promise<PaletteHit[]> => {
    if (!isAsked(query)) return [];
    const { codes } = await find(query, signal);
    if (isCondition(codes) !== isFirst) return [];
    return namedBy(query, codes).map((found) =>
      hitOf(found, () => void navigate({ to: "/diagnosis", search: { code: found.code } })),
    );
  };
  // What was added last is shown first: a diagnosis that was found comes before why no procedure was.
  usePaletteSource({
    id: "cpt",
    group: "Procedure codes",
    search: async (query, signal) => {
      if (!isAsked(query)) return [];
      const { codes, isCptMissing, isOfCpt } = await find(query, signal, procedureSystem);
      if (isCptMissing !== true || codes.length > 0 || recognise(query).length > 0) return [];
      // Of a name, a page or a reason nobody asks whether it is a procedure.
      if (isOfCpt !== true && !hasWhole((await find(query, signal)).codes)) return [];
      const detail = "Visits, tests and repairs are CPT codes: type the code.";
      return [{ id: "cpt", title: "CPT codes are not loaded", detail, run: open(query) }];
    },
  });
  usePaletteSource({
    id: "diagnoses",
    group: "Diagnosis codes",
    search: (query, signal) => diagnoses(query, signal, false),
  });
  usePaletteSource({
    id: "procedures",
    group: "Procedure codes",
    search: async (query, signal) => {
      if (!isAsked(query)) return [];
      const { codes } = await find(query, signal, procedureSystem);
      // A partial match of a supply says nothing about a visit or an injury.
      const whole = codes.filter(({ missingWords }) => !missingWords);
      return namedBy(query, whole).map((found) => hitOf(found, open(found.code)));
    },
  });
  usePaletteSource({
    id: "conditions",
    group: "Diagnosis codes",
    search: (query, signal) => diagnoses(query, signal, true),
  });
  return null;
}

const hasWhole = (codes: readonly FoundCode[]) => codes.some(({ missingWords }) => !missingWords);

/** "Flu" and "knee" ask for a diagnosis; "toradol", "flu shot" and "arm sling" for what was given. */
function isCondition([first]: readonly FoundCode[]): boolean {
  return first !== undefined && !first.missingWords && !/^(?:T(?:3[6-9]|4|50)|Z)/.test(first.code);
}

/** All that words found, but of what is typed as a code, that code alone. */
function namedBy(query: string, codes: readonly FoundCode[]): readonly FoundCode[] {
  if (recognise(query).length === 0) return codes;
  return codes.filter(({ code }) => sameCode(code, query));
}

function hitOf({ code, description, isChargeable, missingWords }: FoundCode, run: () => void): PaletteHit {
  const notes = [
    isChargeable ? "" : "not billable",
    missingWords ? `did not match: ${missingWords.join(", ")}` : "",
  ].filter(Boolean);
  return { id: code, title: code, detail: [...notes, description].join(" · "), run };
}
