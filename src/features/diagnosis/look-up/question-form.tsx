import { type FormEvent, type KeyboardEvent, useRef } from "react";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import { placeAfterKey } from "#room/features/codes/found-codes.tsx";
import { Button } from "#room/ui/button.tsx";
import { useCommands } from "#room/ui/commands.ts";
import { SearchIcon } from "#room/ui/icons.tsx";
import { optionId } from "#room/ui/option-list.tsx";
import { Select, TextField } from "#room/ui/text-field.tsx";
import styles from "./look-up.module.css";
import { type Question, systemOf } from "./use-question.ts";
import { hitsId, WordHits } from "./word-hits.tsx";

interface QuestionFormProps {
  readonly typed: Question;
  readonly hits: readonly DiagnosisCode[];
  readonly canSearch: boolean;
  readonly isStarterSet: boolean;
  /** The place of the code that the arrow keys have come to; -1 for none. */
  readonly active: number;
  readonly onActive: (place: number) => void;
  readonly onType: (question: Question) => void;
  /** The person asked for it: by Verify, Enter, or by choosing a code. */
  readonly onAsk: (question: Question) => void;
}

/** The date rule in words: it is shown, never silently applied. */
function systemHint(question: Question): string {
  const system = systemOf(question);
  if (question.codeSystemName !== "" || system === undefined) return "";
  return `By its date this is ${system}: ICD-9-CM to 30 September 2015, ICD-10-CM after it.`;
}

export function QuestionForm(props: QuestionFormProps) {
  const { typed, hits, canSearch, isStarterSet, active, onActive: setActive, onType, onAsk } = props;
  const box = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: "diagnosis.code",
      title: "Look up a code",
      keys: "/",
      group: "Diagnosis",
      run: () => box.current?.focus(),
    },
  ]);
  const activeHit = hits[active];
  const change = (changes: Partial<Question>) => {
    setActive(-1);
    onType({ ...typed, ...changes });
  };
  const choose = ({ code }: DiagnosisCode) => {
    setActive(-1);
    onAsk({ ...typed, code });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (activeHit) choose(activeHit);
    else onAsk(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfterKey(event.key, { count: hits.length, active, first: -1 });
    if (place !== undefined) setActive(place);
    else if (event.key !== "Escape") return;
    else if (activeHit) setActive(-1);
    else change({ code: "" });
    event.preventDefault();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        ref={box}
        label="Code"
        size="large"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        before={<SearchIcon />}
        placeholder={canSearch ? "E11.9, or words: htn, wrist fracture" : "E11.9"}
        value={typed.code}
        aria-autocomplete="list"
        {...(hits.length > 0 ? { "aria-controls": hitsId } : {})}
        {...(activeHit ? { "aria-activedescendant": optionId(hitsId, active) } : {})}
        onChange={(event) => change({ code: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.fields}>
        <Select
          label="Code system"
          name="codeSystemName"
          value={typed.codeSystemName}
          onChange={(event) => change({ codeSystemName: event.target.value })}
        >
          <option value="">By service date</option>
          {codeSystems.map((system) => (
            <option key={system} value={system}>
              {system}
            </option>
          ))}
          {typed.codeSystemName !== "" && !codeSystems.some((system) => system === typed.codeSystemName) ? (
            <option value={typed.codeSystemName}>{typed.codeSystemName}</option>
          ) : null}
        </Select>
        <TextField
          label="Service date"
          name="svcDate"
          type="date"
          value={typed.svcDate}
          onChange={(event) => change({ svcDate: event.target.value })}
        />
        <Button look="primary" type="submit" className={styles.verify}>
          Verify
        </Button>
      </div>
      <p className={styles.note}>
        {typed.svcDate === "" ? "Without a date: today. " : ""}
        {systemHint(typed)}
      </p>
      <WordHits hits={hits} active={active} isStarterSet={isStarterSet} onChoose={choose} />
    </form>
  );
}
