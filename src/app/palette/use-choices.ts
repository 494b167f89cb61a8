import { useEffect, useMemo, useState } from "react";
import { commandRegistry, paletteRegistry } from "#room/ui/commands.ts";
import { grouped, matchScore, type Choice } from "./palette-match.ts";
import { recognise, type Recognised } from "./recognise.ts";

const perSource = 8;

/** What the palette offers for what is typed: what its form tells, commands, and what the features find. */
export function useChoices(
  query: string,
  go: (to: string) => void,
): { choices: Choice[]; isSearching: boolean } {
  const commands = useMemo(() => commandChoices(query), [query]);
  const byForm = useMemo(() => recognise(query).flatMap((each) => recognisedChoice(each, go)), [query, go]);
  const found = useFound(query);
  return { choices: grouped([...byForm, ...commands, ...found.hits]), isSearching: found.isSearching };
}

function commandChoices(query: string): Choice[] {
  return commandRegistry
    .all()
    .filter((each) => each.isEnabled !== false && !each.isKeyOnly)
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
  if (found.kind === "diagnosis") {
    const search = new URLSearchParams({ code: found.value, codeSystemName: found.system });
    const to = `/diagnosis?${search.toString()}`;
    return [
      {
        id: "verify",
        group: "Recognised",
        title: `Verify ${found.value}`,
        detail: found.system,
        run: () => go(to),
      },
    ];
  }
  if (found.kind === "guid") {
    const to = `/visits/${found.value}`;
    const short = `${found.value.slice(0, 4)}…${found.value.slice(-4)}`;
    return [
      {
        id: "event",
        group: "Recognised",
        title: `Open event ${short}`,
        detail: "by its GUID",
        run: () => go(to),
      },
    ];
  }
  return [];
}

function useFound(query: string): { hits: Choice[]; isSearching: boolean } {
  const [found, setFound] = useState<{ query: string; hits: Choice[] }>({ query: "", hits: [] });
  useEffect(() => {
    if (query.trim().length < 2) return undefined;
    const stop = new AbortController();
    const search = async () => {
      const results = await Promise.allSettled(
        paletteRegistry.all().map(async (source) => {
          const hits = await source.search(query.trim(), stop.signal);
          return hits
            .slice(0, perSource)
            .map((hit) => ({ ...hit, id: `${source.id}-${hit.id}`, group: source.group }));
        }),
      );
      // A source that fails finds nothing; the others still answer.
      const hits = results.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
      if (!stop.signal.aborted) setFound({ query, hits });
    };
    void search();
    return () => stop.abort();
  }, [query]);
  const isAsked = query.trim().length >= 2;
  return { hits: isAsked ? found.hits : [], isSearching: isAsked && found.query !== query };
}
