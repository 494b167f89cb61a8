import { titleOf } from "#room/billing/directory/directory-index.ts";
import { moneyText } from "#room/billing/money-text.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { FoundCode } from "#room/contract/operations/diagnoses.ts";
import { procedureSystem } from "#room/contract/primitives/procedure-system.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { optionOfCode } from "#room/features/codes/found-codes.tsx";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { dateOfServicePath, type FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { useDebounced } from "#room/ui/use-debounced.ts";
import { CellList, type CellListProps } from "./cell-list.tsx";
import type { Search } from "#room/features/visits/editor/draft/search-at.ts";
import { suggestedFor } from "#room/features/visits/editor/draft/suggested-values.ts";

const maxFound = 8;
const shortestForService = 3;
const restMs = 180;

interface FoundProps<Of extends Search["of"]> extends Pick<CellListProps, "field" | "onClose"> {
  readonly place: FieldRef;
  readonly search: Extract<Search, { readonly of: Of }>;
}

function useDayOfService(): string | undefined {
  return dayOfService(useEditor().visit.text({ path: dateOfServicePath }));
}

/** Codes of the service for the words, and whether they are those of the words as they are now. */
function useServiceCodes(words: string, codeSystemName: string) {
  const rested = useDebounced(words, restMs, "");
  const svcDate = useDayOfService();
  const isAsked = words.length >= shortestForService;
  const found = useFoundCodes({ words: isAsked ? rested : "", codeSystemName, svcDate, limit: maxFound });
  return { ...found, isCurrent: isAsked && rested === words && !found.isSearching };
}

/** A part of the words is no choice that Enter may make. */
const isWhole = (code: FoundCode | undefined) => code !== undefined && !code.missingWords?.length;

export function FoundDiagnoses({ search, field, onClose }: FoundProps<"diagnoses">) {
  const session = useEditor();
  const { words, system, before, mayBeOther } = search;
  const { codes, isCurrent } = useServiceCodes(words, system);
  const options = codes.map((found) => ({
    ...optionOfCode(found),
    take: () => session.fields.put(field, `${before} ${found.code}`.trim()),
  }));
  const isFirstChosen = !mayBeOther && isWhole(codes[0]);
  return <CellList {...{ field, options, isCurrent, isFirstChosen, onClose }} label="Codes found" />;
}

/** The code with its modifiers, as one would type it. */
function codeOf({ code, modifiers }: DirectoryEntry): string {
  return [code, ...(modifiers ?? [])].join("-");
}

export function FoundProcedures(props: FoundProps<"procedures">) {
  const { search, field, onClose } = props;
  const session = useEditor();
  const { fees } = useNames();
  const { meant } = search;
  if (meant === undefined) return <FoundByWords {...props} />;
  const detail = fees.descriptionOf(meant.slice(0, 5), meant.match(/(?<=-)[A-Z\d]{2}/g) ?? []) ?? "";
  const options = [
    { name: meant, detail, tone: "ok" as const, take: () => session.fields.put(field, meant) },
  ];
  return <CellList {...{ field, options, onClose }} label="Procedures found" isCurrent isFirstChosen />;
}

/** The clinic's own fees, a code with several prices once, then what is loaded of HCPCS and CPT. */
function FoundByWords({ search, field, onClose }: FoundProps<"procedures">) {
  const session = useEditor();
  const names = useNames();
  const { words } = search;
  const day = useDayOfService();
  const fees = new Map<string, DirectoryEntry>();
  for (const fee of names.search("fee", words, { limit: 100, day }))
    if (fee.name && !fees.has(codeOf(fee))) fees.set(codeOf(fee), fee);
  const own = [...fees].slice(0, maxFound).map(([code, { name, amount }]) => ({
    name: code,
    detail: name ?? "",
    note: amount ? moneyText(amount) : "",
    tone: "ok" as const,
    take: () => session.fields.put(field, code),
  }));
  const service = useServiceCodes(words, procedureSystem);
  const known = new Set([...fees.values()].map(({ code }) => code));
  // The same search finds modifiers, which have a cell of their own.
  const others = service.codes.filter(({ code }) => code.length === 5 && !known.has(code));
  const options = [
    ...own,
    ...others
      .slice(0, maxFound - own.length)
      .map((found) => ({ ...optionOfCode(found), take: () => session.fields.put(field, found.code) })),
  ];
  const note = service.isCurrent && service.isCptMissing && own.length === 0 ? cptMissing : undefined;
  return (
    <CellList
      {...{ field, options, note, onClose }}
      label="Procedures found"
      isCurrent={own.length > 0 || service.isCurrent}
      isFirstChosen={own.length > 0 || isWhole(others[0])}
    />
  );
}

const cptMissing = "CPT codes are not loaded, so they can’t be found by words. Type the code.";

/** Tells an entry apart from others of the same name. */
function detailOf({ kind, shortName, npi, amount, activeTo }: DirectoryEntry): string {
  const price = amount ? moneyText(amount) : "";
  const number = kind !== "fee" && npi ? `NPI ${npi}` : "";
  return [shortName ?? "", number, price, activeTo ? `to ${showDate(activeTo)}` : ""]
    .filter(Boolean)
    .join(" · ");
}

export function FoundNames({ place, search, field, onClose }: FoundProps<"names">) {
  const session = useEditor();
  const day = useDayOfService();
  const found = useNames().search(search.kind, search.words, { limit: maxFound, day });
  const options = found.map((entry) => ({
    id: `${entry.id} ${entry.activeFrom ?? ""}`,
    name: titleOf(entry),
    detail: detailOf(entry),
    take: () => session.putName(field, place, entry),
  }));
  return <CellList {...{ field, options, onClose }} label="Names found" isCurrent isFirstChosen />;
}

/** What is usually written there; any other text is taken as well. */
export function FoundTexts({ search, field, onClose }: FoundProps<"texts">) {
  const session = useEditor();
  const { texts, isFirstChosen } = suggestedFor(search.words, search.texts);
  const options = texts.map((name) => ({ name, take: () => session.fields.put(field, name) }));
  return <CellList {...{ field, options, isFirstChosen, onClose }} label="Usual texts" isCurrent />;
}
