import { useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { showDate } from "#room/billing/show-date.ts";
import { moneyText } from "#room/billing/money-text.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { dateOfServicePath } from "#room/features/visits/editor/draft/usual-text.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import { visitNameAt } from "#room/features/visits/editor/draft/visit-place.ts";
import { writeVisitName } from "#room/features/visits/editor/draft/visit-names.ts";
import { namedKindAt } from "#room/features/visits/editor/draft/named-place.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import type { Place } from "#room/features/visits/editor/draft/place.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import { fieldOf, showText } from "#room/ui/grid/cell-dom.ts";
import { placeAfterKey, useDrivenList } from "#room/ui/combobox.ts";
import { OptionList } from "#room/ui/option-list.tsx";

const maxFound = 8;

/** True for a line's cell that takes a procedure code, or the clinic's name for it. */
function isProcedure(place: Place): boolean {
  return "list" in place && place.list === "charges" && place.member === "cpt";
}

/** The kind of directory entry searched for in this field. */
function nameKindAt(place: Place): DirectoryKind | undefined {
  return isProcedure(place) ? "fee" : namedKindAt(place);
}

/** The code with its modifiers, as one would type it. */
function codeOf({ code, modifiers }: DirectoryEntry): string {
  return [code, ...(modifiers ?? [])].join("-");
}

/** True for words that are neither a code (J1100) nor a short name for one. */
function saysWords(typed: string): boolean {
  return /^[a-z]{2}/i.test(typed.trim()) && namesNow().fees.codeMeant(typed) === undefined;
}

/** The entries that match the typed beginning; a code with several prices is listed once. */
function foundAt(place: Place, typed: string, day: string | undefined): readonly DirectoryEntry[] {
  const names = namesNow();
  const kind = nameKindAt(place);
  if (kind === undefined || !names.hasKind(kind)) return [];
  if (!isProcedure(place)) return names.search(kind, typed, { limit: maxFound, day });
  if (!saysWords(typed)) return [];
  const byCode = new Map<string, DirectoryEntry>();
  for (const fee of names.search(kind, typed, { limit: 100, day }))
    if (fee.name && !byCode.has(codeOf(fee))) byCode.set(codeOf(fee), fee);
  return [...byCode.values()].slice(0, maxFound);
}

const listId = "editor-names-found";

interface Suggestions {
  readonly input: HTMLInputElement;
  readonly found: readonly DirectoryEntry[];
}

/** Tells an entry apart from others of the same name. */
function detailOf({ kind, shortName, npi, amount, activeTo }: DirectoryEntry): string {
  const price = amount ? moneyText(amount) : "";
  const number = kind !== "fee" && npi ? `NPI ${npi}` : "";
  return [shortName ?? "", number, price, activeTo ? `to ${showDate(activeTo)}` : ""]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Suggests names for any practice, provider, payer or fee field: one list for all of them. Listens on the form itself,
 * since input events in a cell do not propagate beyond its grid.
 */
export function NameList({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const session = useEditor();
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const [active, setActive] = useState(0);
  const close = () => {
    setSuggestions(undefined);
    session.findings.seek(undefined);
  };
  const seek = (input: HTMLInputElement, typed: string) => {
    const place = placeOfField(input);
    const day = dayOfService(session.visit.text({ path: dateOfServicePath }));
    const found = foundAt(place, typed, day);
    setActive(0);
    if (found.length === 0) return close();
    // A partly typed name is not an error.
    session.findings.seek(place);
    return setSuggestions({ input, found });
  };
  const onInput = useEffectEvent(({ target }: Event) => {
    const field = fieldOf(target);
    if (!(field instanceof HTMLInputElement) || !nameKindAt(placeOfField(field))) return;
    if (field.value.trim() === "") close();
    else seek(field, field.value);
  });
  const take = (entry: DirectoryEntry | undefined) => {
    if (!suggestions || !entry) return;
    const place = placeOfField(suggestions.input);
    // One undo step, whatever was typed to find it.
    session.fields.forget();
    session.visit.takeBack(place);
    if (isProcedure(place)) {
      // As if typed: when focus leaves the field, its modifiers move to their cell and the price is filled in.
      showText(suggestions.input, codeOf(entry));
      suggestions.input.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
      const name = visitNameAt(place);
      if (name) writeVisitName(session.visit, name, entry.id);
      else writeCell(session.visit, place, entry.id, session.nameOf(place));
      showText(suggestions.input, titleOf(entry));
    }
    close();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey } = event;
    if (!suggestions) {
      const field = fieldOf(event.target);
      // As in any native list: Alt+Down shows all options.
      if (key !== "ArrowDown" || !altKey || !(field instanceof HTMLInputElement)) return;
      if (!namedKindAt(placeOfField(field))) return;
      seek(field, "");
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || altKey) return;
    const to = placeAfterKey(key, { count: suggestions.found.length, active }, { beforeFirst: "nowhere" });
    // With an entry chosen, these keys also move on to the next field.
    if (key === "Enter" || key === "Tab") return take(suggestions.found[active]);
    if (to !== undefined) setActive(to);
    else if (key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const onFocusOut = useEffectEvent(() => {
    if (suggestions) close();
  });
  useLayoutEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    root.current?.addEventListener("input", (event) => onInput(event), options);
    root.current?.addEventListener("keydown", (event) => onKeyDown(event), options);
    root.current?.addEventListener("focusout", () => onFocusOut(), options);
    return () => stop.abort();
  }, [root]);
  useDrivenList(suggestions?.input, listId, active);
  if (!suggestions) return null;
  const box = suggestions.input.getBoundingClientRect();
  const isBelow = innerHeight - box.bottom > 220;
  const at = isBelow ? { top: box.bottom + 2 } : { bottom: innerHeight - box.top + 2 };
  const count = suggestions.found.length === 1 ? "1 name" : `${suggestions.found.length} names`;
  return (
    <>
      <OptionList
        id={listId}
        label="Names found"
        className={styles.names}
        style={{ left: Math.max(8, Math.min(box.left, innerWidth - 388)), ...at }}
        options={suggestions.found.map((entry) => ({
          id: `${entry.id} ${entry.activeFrom ?? ""}`,
          name: titleOf(entry),
          detail: detailOf(entry),
        }))}
        active={active}
        onTake={(place) => take(suggestions.found[place])}
      />
      <p className="visually-hidden" role="status">
        {count} found. {titleOf(suggestions.found[active] ?? { kind: "payer", id: "" })}
      </p>
    </>
  );
}
