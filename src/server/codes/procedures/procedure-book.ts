import { quarterOf } from "#room/contract/primitives/quarter.ts";
import { type Codes, codesOf } from "#room/server/codes/codes.ts";
import type { LoadedSet } from "#room/server/codes/loaded-set.ts";
import type { Store } from "#room/server/store/store.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { CheckedProcedure } from "#room/contract/operations/claim-checks.ts";
import { type ProcedureLine, unpackProcedureLines } from "./procedure-line.ts";
import { starterProcedures, starterProcedureLines } from "./starter-procedures.ts";

export interface KnownProcedure extends ProcedureLine {
  readonly set: LoadedSet;
}

export class ProcedureBook {
  readonly version: number;
  /** Oldest first; the starter list if no official one is loaded. */
  readonly releases: readonly LoadedSet[];
  readonly ownList: LoadedSet | undefined;
  readonly codes: ReadonlyMap<string, KnownProcedure>;

  constructor(version: number, sets: readonly { set: LoadedSet; lines: readonly ProcedureLine[] }[]) {
    this.version = version;
    const ofPublisher = sets
      .filter(({ set }) => set.system === "HCPCS")
      .toSorted((a, b) => (a.set.inForceTo < b.set.inForceTo ? -1 : 1));
    const own = sets.find(({ set }) => set.system === "CPT");
    this.releases = ofPublisher.map(({ set }) => set);
    this.ownList = own?.set;
    const codes = new Map<string, KnownProcedure>();
    // The publisher's text about its own codes takes precedence.
    for (const { set, lines } of [...(own ? [own] : []), ...ofPublisher])
      for (const line of lines) codes.set(line.code, { ...line, set });
    this.codes = codes;
  }

  get isStarter(): boolean {
    return this.releases.every(({ kind }) => kind === "starter");
  }

  /** The level II list in force on a day. */
  releaseOn(date: string): LoadedSet | undefined {
    return this.releases.findLast((set) => set.inForceFrom <= date && date <= set.inForceTo);
  }

  check(typed: string, date: string): CheckedProcedure {
    const code = typed.trim().toUpperCase();
    const known = this.codes.get(code);
    const system = known?.set.system === "CPT" || !isLevelTwo(code) ? "CPT" : "HCPCS";
    if (!known) return this.#checkUnknown(code, system, date);
    const { set, title, shortTitle, from, to } = known;
    const named = {
      code,
      codeSystemName: system,
      description: title,
      shortDescription: shortTitle || undefined,
      inForceFrom: from || undefined,
      inForceTo: to || undefined,
      checkedAgainst: set.name,
    } as const;
    if (to !== "" && date > to) return { ...named, state: "ended" };
    if (from !== "" && date < from) return { ...named, state: "not-yet" };
    // A level II list covers its own days and, through the dates codes were added, earlier ones.
    const release = this.releaseOn(date);
    if (system === "CPT" || (date <= set.inForceTo && release)) return { ...named, state: "valid" };
    if (date <= set.inForceTo)
      return {
        ...named,
        state: "valid",
        reason: `The list of ${quarterOf(date)} is not loaded; these are the dates in ${set.name}.`,
      };
    if (release) return { ...named, state: "unknown", checkedAgainst: release.name };
    return { ...named, state: "not-checked", reason: this.#missing(date) };
  }

  #checkUnknown(code: string, codeSystemName: "HCPCS" | "CPT", date: string): CheckedProcedure {
    const release = codeSystemName === "HCPCS" ? this.releaseOn(date) : undefined;
    if (release?.kind === "codes")
      return { code, codeSystemName, state: "unknown", checkedAgainst: release.name };
    const reason =
      codeSystemName === "HCPCS"
        ? this.#missing(date)
        : this.ownList
          ? "It is not in the clinic’s own list of codes."
          : "No list of CPT codes is loaded; a clinic imports its own.";
    return { code, codeSystemName, state: "not-checked", reason };
  }

  #missing(date: string): string {
    const last = this.releases.at(-1)?.inForceTo ?? "";
    if (this.isStarter && date > last)
      return `The starter list of HCPCS codes says what stood until ${showDate(last)}. Import the official file to check this date.`;
    if (this.isStarter)
      return "Only the starter list of HCPCS codes is loaded. Import the official file to check all codes.";
    return `HCPCS for ${quarterOf(date)} is not loaded, so nothing can be said for ${showDate(date)}.`;
  }
}

/** A level II code, or a modifier with a letter in it: CPT's modifiers are numeric. */
function isLevelTwo(code: string): boolean {
  return /^[A-V]\d{4}$/.test(code) || /^(?=.*[A-Z])[A-Z0-9]{2}$/.test(code);
}

const opened = new WeakMap<Codes, ProcedureBook>();

/** The currently loaded procedures; read again when the sets have changed. */
export async function proceduresOf(store: Store): Promise<ProcedureBook> {
  const codes = codesOf(store);
  const { version } = await codes.book();
  const known = opened.get(codes);
  if (known?.version === version) return known;
  const sets = (await codes.stored.list()).filter(
    ({ system, kind }) => kind === "codes" && isOfProcedures(system),
  );
  const read: { set: LoadedSet; lines: readonly ProcedureLine[] }[] = [];
  for (const set of sets) {
    const content = await codes.stored.content(set.name);
    if (content) read.push({ set, lines: await unpackProcedureLines(content) });
  }
  if (!sets.some(({ system }) => system === "HCPCS"))
    read.push({ set: starterProcedures, lines: starterProcedureLines });
  const book = new ProcedureBook(version, read);
  opened.set(codes, book);
  return book;
}

function isOfProcedures(system: LoadedSet["system"]): boolean {
  return system === "HCPCS" || system === "CPT";
}
