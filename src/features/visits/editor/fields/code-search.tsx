import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { FoundCodes } from "#room/features/codes/found-codes.tsx";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import { showText } from "#room/ui/grid/cell-dom.ts";
import { placeAfterKey, useDrivenList } from "#room/ui/combobox.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";

const listId = "editor-codes-found";

interface CodeQuery {
  readonly input: HTMLInputElement;
  readonly words: string;
}

const member = /\.(icd10DiagCode|icd9DiagCode)$/;
const looksLikeCode = /^[A-TV-Z]\d|^[A-Z]\d[0-9A-Z]?\.?|^\d/i;

/** Words are searched for; text that already is a code is verified instead. */
function wordsIn(text: string): string | undefined {
  const words = text.trim();
  return words.length >= 3 && !looksLikeCode.test(words) ? words : undefined;
}

function useCodeQuery() {
  const { findings } = useEditor();
  const [query, setQuery] = useState<CodeQuery>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = ({ target }: { readonly target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement) || !member.test(target.name)) return;
    clearTimeout(timer.current);
    findings.seek(looksLikeCode.test(target.value.trim()) ? undefined : placeOfField(target));
    const words = wordsIn(target.value);
    if (words === undefined) setQuery(undefined);
    else timer.current = setTimeout(() => setQuery({ input: target, words }), 180);
  };
  const close = () => {
    clearTimeout(timer.current);
    setQuery(undefined);
    findings.seek(undefined);
  };
  return { query, onInput, close };
}

/** Searches for diagnosis codes by words typed into a code cell, if the service supports search. */
export function CodeSearch({ children }: { readonly children: ReactNode }) {
  const session = useEditor();
  const { query, onInput, close } = useCodeQuery();
  const [active, setActive] = useState(0);
  const { codes: found } = useFoundCodes({
    words: query?.words ?? "",
    codeSystemName: query?.input.name.endsWith(".icd9DiagCode") ? "ICD-9-CM" : "ICD-10-CM",
    svcDate: session.visit.text({ path: "visitCharged.createdOn" }),
    limit: 8,
  });
  const codes = query ? found : [];
  useDrivenList(codes.length > 0 ? query?.input : undefined, listId, active);
  const take = (code: string) => {
    if (!query) return;
    const place = placeOfField(query.input);
    session.visit.type(place, code, session.nameOf(place));
    showText(query.input, code);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = codes[active];
    if (!at || event.ctrlKey || event.altKey) return;
    const place = placeAfterKey(event.key, { count: codes.length, active }, { beforeFirst: "nowhere" });
    // The code is taken, and the key goes on as after a typed one.
    if (event.key === "Enter") return take(at.code);
    if (place !== undefined) setActive(place);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const box = query?.input.getBoundingClientRect();
  return (
    // Keys belong to the cell inside; this only sees them before the grid does.
    <div
      onInputCapture={(event) => {
        setActive(0);
        onInput(event);
      }}
      onKeyDownCapture={onKeyDown}
      onBlur={close}
    >
      {children}
      <FoundCodes
        id={listId}
        codes={box ? codes : []}
        active={active}
        className={styles.codes}
        style={box ? { left: box.left, top: box.bottom + 2 } : undefined}
        onTake={({ code }) => take(code)}
      />
    </div>
  );
}
