import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { showText } from "#room/forms/grid/cell-dom.ts";
import { OptionList } from "#room/ui/option-list.tsx";
import { placeOfField } from "./field-sync.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./editor.module.css";

const listId = "editor-codes-found";

interface Sought {
  readonly input: HTMLInputElement;
  readonly words: string;
}

const member = /\.(icd10DiagCode|icd9DiagCode)$/;
const looksLikeCode = /^[A-TV-Z]\d|^[A-Z]\d[0-9A-Z]?\.?|^\d/i;

/** Words are looked up; what is a code already is verified instead. */
function wordsIn(text: string): string | undefined {
  const words = text.trim();
  return words.length >= 3 && !looksLikeCode.test(words) ? words : undefined;
}

function useSought() {
  const [sought, setSought] = useState<Sought>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = ({ target }: { readonly target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement) || !member.test(target.name)) return;
    clearTimeout(timer.current);
    const words = wordsIn(target.value);
    if (words === undefined) setSought(undefined);
    else timer.current = setTimeout(() => setSought({ input: target, words }), 180);
  };
  const close = () => {
    clearTimeout(timer.current);
    setSought(undefined);
  };
  return { sought, onInput, close };
}

/** Finds diagnosis codes by words while they are typed into a code's cell, where the service can search. */
export function CodeSearch({ children }: { readonly children: ReactNode }) {
  const session = useEditor();
  const canSearch = useServiceConfig().extensions.includes("searchDiagnoses");
  const { sought, onInput, close } = useSought();
  const [active, setActive] = useState(0);
  const svcDate = calendarDateOf(session.visit.text({ path: "visitCharged.createdOn" }));
  const { data } = useQuery({
    ...operationQuery("searchDiagnoses", {
      query: sought?.words ?? "",
      limit: 8,
      ...(svcDate ? { svcDate } : {}),
    }),
    enabled: canSearch && sought !== undefined,
    placeholderData: (before) => before,
  });
  const codes = canSearch && sought ? (data?.codes ?? []) : [];
  const take = (index: number) => {
    const code = codes[index]?.code;
    if (code === undefined || !sought) return;
    const place = placeOfField(sought.input);
    session.visit.type(place, code, session.nameOf(place));
    showText(sought.input, code);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (codes.length === 0) return;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive((active + 1) % codes.length),
      ArrowUp: () => setActive((active + codes.length - 1) % codes.length),
      Enter: () => take(active),
      Escape: close,
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  const box = sought?.input.getBoundingClientRect();
  return (
    // The keys belong to the cell inside; this only hears them before the grid does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onInput={(event) => {
        setActive(0);
        onInput(event);
      }}
      onKeyDownCapture={onKeyDown}
      onBlur={close}
    >
      {children}
      {box && codes.length > 0 ? (
        <OptionList
          id={listId}
          label="Codes found"
          className={styles.codes}
          style={{ left: box.left, top: box.bottom + 2 }}
          options={codes.map(({ code, description, isChargeable }) => ({
            name: code,
            detail: description ?? "",
            ...(isChargeable ? { tone: "ok" } : { tone: "warn", note: "header, not billable" }),
          }))}
          active={active}
          onTake={take}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {codes.length > 0
          ? `${codes.length} codes found. ${codes[active]?.code}: ${codes[active]?.description ?? ""}`
          : ""}
      </p>
    </div>
  );
}
