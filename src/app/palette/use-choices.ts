import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { onRightsChange } from "#room/api/visit-changes/visit-changes.ts";
import { invoiceNamed } from "#room/billing/read-search.ts";
import { commandRegistry, paletteRegistry, type PaletteHit, type PaletteSource } from "#room/ui/commands.ts";
import { grouped, matchScore, type Choice } from "./palette-match.ts";
import { recognise, type Recognised, sameCode } from "./recognise.ts";

const perSource = 8;
const guessedEvent = "event";

export function useChoices(
  query: string,
  go: (to: string) => void,
): { choices: Choice[]; isSearching: boolean } {
  const commands = useMemo(() => commandChoices(query), [query]);
  const byForm = recognise(query).flatMap((each) => recognisedChoice(each, go));
  const found = useFound(query);
  const invoice = invoiceNamed(query);
  if (invoice !== undefined) {
    // Letters and codes with the same number are not what is meant, also while the service is asked.
    const named = found.hits.filter(({ title }) => title === `Invoice ${invoice}`);
    if (found.isSearching || named.length > 0) return { choices: named, isSearching: found.isSearching };
  }
  // When this browser has the typed id, or the lists the typed code, that comes first, and guesses are dropped.
  const isKnown =
    byForm.some(({ id }) => id === guessedEvent) ||
    (byForm.length > 1 && found.hits.some(({ title }) => sameCode(title, query)));
  const choices =
    isKnown && found.hits.length > 0 ? [...found.hits, ...commands] : [...byForm, ...commands, ...found.hits];
  return { choices: grouped(choices), isSearching: found.isSearching };
}

function commandChoices(query: string): Choice[] {
  return commandRegistry
    .all()
    .filter((each) => each.isEnabled !== false && !each.isKeyOnly)
    .filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at)
    .map((each) => ({ each, score: matchScore(query, `${each.title} ${each.words ?? ""}`) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each }) => ({
      id: `command-${each.id}`,
      group: each.group ?? "Actions",
      title: each.title,
      ...(each.keys ? { keys: each.keys } : {}),
      run: each.run,
    }));
}

function recognisedChoice(found: Recognised, go: (to: string) => void): Choice[] {
  const { kind, value } = found;
  const check = (title: string, detail: string, search: Readonly<Record<string, string>>): Choice => ({
    id: `verify-${kind}`,
    group: "Recognized",
    title,
    detail,
    run: () => go(`/diagnosis?${new URLSearchParams(search).toString()}`),
  });
  switch (found.kind) {
    case "diagnosis": {
      const { system } = found;
      return [check(`Verify ${value}`, system, { code: value, codeSystemName: system })];
    }
    case "procedure":
      return [check(`Check ${value}`, "procedure code", { tab: "procedures", code: value })];
    case "modifier":
      return [check(`Check modifier ${value}`, "procedure codes", { tab: "procedures", code: value })];
    case "guid": {
      const title = `Open visit ${value.slice(0, 4)}…${value.slice(-4)}`;
      return [
        {
          id: guessedEvent,
          group: "Recognized",
          title,
          detail: "by its ID",
          run: () => go(`/visits/${value}`),
        },
      ];
    }
  }
}

interface Found {
  readonly query: string;
  /** How often the user’s rights had changed: what was found before may be nothing they may see any longer. */
  readonly rights: number;
  readonly hits: readonly Choice[];
  readonly isSearching: boolean;
}

function once(hits: readonly Choice[]): Choice[] {
  return hits.filter(({ target }, at) => !target || hits.findIndex((each) => each.target === target) === at);
}

function choicesOf({ id, group }: PaletteSource, hits: readonly PaletteHit[]): Choice[] {
  return hits.slice(0, perSource).map((hit) => ({ ...hit, id: `${id}-${hit.id}`, group }));
}

/**
 * Results of the features. Synchronous ones appear with the keystroke that asked, so that Enter takes what is shown;
 * later ones are appended.
 */
function useFound(query: string): Found {
  const [found, setFound] = useState<Found>({ query: "", rights: 0, hits: [], isSearching: false });
  const words = query.trim();
  const [rights, setRights] = useState(0);
  useEffect(() => onRightsChange(() => setRights((changes) => changes + 1)), []);
  useLayoutEffect(() => {
    if (words.length < 2) return undefined;
    const stop = new AbortController();
    const sources = new Set(paletteRegistry.all());
    const later: Promise<Choice[]>[] = [];
    const atOnce = () => {
      const found: Choice[] = [];
      for (const source of sources) {
        const answer = source.search(words, stop.signal);
        if (Array.isArray(answer)) found.push(...choicesOf(source, answer));
        else {
          sources.delete(source);
          later.push(answer.then((hits) => choicesOf(source, hits)));
        }
      }
      return found;
    };
    const now = atOnce();
    // Before paint, so that Enter always takes what is shown. During render it would call the service twice.
    // oxlint-disable-next-line react/set-state-in-effect
    setFound({ query: words, rights, hits: now, isSearching: later.length > 0 });
    const add = async () => {
      const results = await Promise.allSettled(later);
      // A failing source finds nothing; the others still answer.
      const hits = results.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
      // What the service answered may be newer than what this browser had of it.
      if (!stop.signal.aborted)
        setFound({ query: words, rights, hits: once([...atOnce(), ...hits]), isSearching: false });
    };
    if (later.length > 0) void add();
    return () => stop.abort();
  }, [words, rights]);
  const isCurrent = found.query === words && found.rights === rights;
  return isCurrent ? found : { query: words, rights, hits: [], isSearching: false };
}
