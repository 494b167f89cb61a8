import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useDiagnosisCheck } from "#room/api/use-diagnosis-checks.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { SearchIcon } from "#room/ui/page-icons.tsx";
import { comboboxProps, placeAfterKey } from "#room/ui/combobox.ts";
import { TextField } from "#room/ui/text-field.tsx";
import { useDebounced } from "#room/ui/use-debounced.ts";
import { CheckedCode } from "./checked-code.tsx";
import { codeIn } from "./code-in.ts";
import styles from "./codes.module.css";
import { FoundCodes } from "./found-codes.tsx";
import { useFoundCodes } from "./use-found-codes.ts";

export interface KnownCode {
  readonly code: string;
  readonly description: string;
}

export interface CodeFieldProps {
  readonly value: string;
  onChange(value: string): void;
  /** The typed code, if the service knows it; otherwise undefined. */
  onKnown(code: KnownCode | undefined): void;
  /** A billable code was chosen from the list, or Enter was pressed on a known one. */
  onTake(code: KnownCode): void;
}

const restMs = 180;

/** A field for a code or search words: codes are verified, and words are searched if the service supports it. */
export function CodeField({ value, onChange, onKnown, onTake }: CodeFieldProps) {
  const id = useId();
  const [active, setActive] = useState(-1);
  const rested = useDebounced(value, restMs, value);
  const { canSearch, codes, isSearching } = useFoundCodes({ words: rested, limit: 8 });
  const written = codeIn(rested) ?? "";
  // "dm2" looks like a code; if codes are found for it, it is a search.
  const isWords = isSearching || (codes.length > 0 && !codes.some((hit) => isBegunBy(hit.code, written)));
  const code = isWords ? "" : written;
  const check = useDiagnosisCheck({ code });
  const isKnown = rested === value && (check.state === "billable" || check.state === "header");
  const known = isKnown ? { code: check.code ?? code, description: check.description ?? "" } : undefined;
  useEffect(
    () => onKnown(known),
    // The object is new on every render; its code is what matters.
    // oxlint-disable-next-line react/exhaustive-deps
    [known?.code, known?.description],
  );
  const isAsked = canSearch && rested === value && rested.trim().length >= 3;
  const change = (text: string) => {
    setActive(-1);
    onChange(text);
  };
  const choose = (chosen: DiagnosisCode) => {
    if (chosen.isChargeable) onTake({ code: chosen.code, description: chosen.description ?? "" });
    else change(chosen.code);
  };
  const list = { listId: id, count: codes.length, active };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfterKey(event.key, list, { beforeFirst: "field" });
    const at = codes[active];
    if (place !== undefined) setActive(place);
    else if (event.key !== "Enter") return;
    else if (at) choose(at);
    else if (known) onTake(known);
    event.preventDefault();
  };
  return (
    <div className="stack">
      <TextField
        label="Code or words"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        before={<SearchIcon />}
        placeholder={canSearch ? "E11.9, or words: htn, wrist fracture" : "E11.9"}
        hint={canSearch ? undefined : "This service can check codes, but not search by words."}
        value={value}
        {...comboboxProps(list)}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div role="status">
        {code !== "" ? <CheckedCode code={code} /> : null}
        {isAsked && code === "" && codes.length === 0 && !isSearching ? nothing : null}
      </div>
      <FoundCodes id={id} className={styles.found} codes={codes} active={active} onTake={choose} />
    </div>
  );
}

const nothing = <p className="quiet small">No codes found. Try fewer or different words.</p>;

function isBegunBy(code: string, written: string): boolean {
  const plain = (text: string) => text.replaceAll(/[\s.]/g, "").toUpperCase();
  return plain(code).startsWith(plain(written));
}
