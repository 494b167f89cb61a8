import { useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";
import { isPristine } from "#room/features/visits/editor/draft/draft.ts";
import type { FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import { fieldOf } from "#room/ui/grid/cell-dom.ts";
import { NewsContext } from "./cell-list.tsx";
import { FoundDiagnoses, FoundNames, FoundProcedures, FoundTexts } from "./found-values.tsx";
import { searchAll, searchAt, type Search } from "#room/features/visits/editor/draft/search-at.ts";
import { suggestedAt } from "#room/features/visits/editor/draft/suggested-values.ts";

interface Searching {
  readonly field: HTMLInputElement;
  readonly place: FieldRef;
  readonly search: Search;
}

/**
 * Finds what the words typed in a field mean: names, procedures, diagnoses. Listens on the form itself, since input
 * events in a cell do not propagate beyond its grid.
 */
export function CellSearch({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const { visit, findings } = useEditor();
  const [now, setNow] = useState<Searching>();
  const [news, setNews] = useState<HTMLElement | null>(null);
  const show = (next: Searching | undefined) => {
    // Words on the way to a code or a name are no error.
    findings.seek(next?.place);
    setNow(next);
  };
  const offer = (field: HTMLInputElement) => {
    const place = placeOfField(field);
    const search = searchAll(place);
    if (search) show({ field, place, search });
    return search !== undefined;
  };
  const onInput = useEffectEvent(({ target }: Event) => {
    const field = fieldOf(target);
    if (!(field instanceof HTMLInputElement)) return;
    const place = placeOfField(field);
    const search = searchAt(visit, place, field.value);
    if (search || now) show(search && { field, place, search });
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const field = fieldOf(event.target);
    if (event.key !== "ArrowDown" || !(field instanceof HTMLInputElement)) return;
    // Nothing may be found for what was typed: then no list is open.
    const isOpen = now !== undefined && field.hasAttribute("aria-controls");
    const isShort = field.dataset["row"] === undefined && field.value.trim().length < 2;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    // As in any native list: Alt+Down shows all options. In a cell, Down alone goes to the next line.
    if (isOpen || !(event.altKey || (isShort && isPlain)) || !offer(field)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // An empty cell offers what is usually written in it: when it is clicked, or reached in the line to be filled.
  const onArrival = useEffectEvent(({ target, type }: Event) => {
    const field = fieldOf(target);
    if (now || !(field instanceof HTMLInputElement) || field.value !== "") return;
    const place = placeOfField(field);
    const row = "list" in place ? visit.row(place.list, place.rowId) : undefined;
    if (!suggestedAt(place) || (type === "focusin" && !(row && isPristine(row, visit.source)))) return;
    offer(field);
  });
  const close = useEffectEvent(() => {
    if (now) show(undefined);
  });
  useLayoutEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    root.current?.addEventListener("input", (event) => onInput(event), options);
    root.current?.addEventListener("keydown", (event) => onKeyDown(event), options);
    root.current?.addEventListener("focusout", () => close(), options);
    for (const type of ["focusin", "click"])
      root.current?.addEventListener(type, (event) => onArrival(event), options);
    return () => stop.abort();
  }, [root]);
  return (
    <>
      <p ref={setNews} className="visually-hidden" role="status" />
      <NewsContext value={news}>{now && <Found {...now} onClose={() => show(undefined)} />}</NewsContext>
    </>
  );
}

function Found({ search, ...at }: Searching & { readonly onClose: () => void }) {
  const key = at.field.name;
  if (search.of === "names") return <FoundNames {...at} key={key} search={search} />;
  if (search.of === "texts") return <FoundTexts {...at} key={key} search={search} />;
  if (search.of === "procedures") return <FoundProcedures {...at} key={key} search={search} />;
  return <FoundDiagnoses {...at} key={key} search={search} />;
}
