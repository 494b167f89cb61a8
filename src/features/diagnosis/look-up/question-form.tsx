import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import type { FoundCode } from "#room/contract/operations/search-diagnoses.ts";
import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodesView } from "#room/features/codes/more-codes.tsx";
import { Button } from "#room/ui/button.tsx";
import { comboboxProps, placeAfterKey } from "#room/ui/combobox.ts";
import { useCommands } from "#room/ui/commands.ts";
import { SearchIcon } from "#room/ui/icons.tsx";
import { Select, TextField } from "#room/ui/text-field.tsx";
import styles from "./look-up.module.css";
import { type Question, systemOf } from "./question.ts";
import { hitsId, WordHits } from "./word-hits.tsx";

interface QuestionFormProps {
  readonly typed: Question;
  readonly hits: readonly FoundCode[];
  readonly total: number;
  readonly view: CodesView;
  readonly onView: (view: CodesView) => void;
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
  return `Coded in ${system} on this date: ICD-9-CM through 09/30/2015, ICD-10-CM after that.`;
}

export function QuestionForm(props: QuestionFormProps) {
  const { typed, hits, active, onActive: setActive, onType, onAsk } = props;
  const { canSearch, ...found } = props;
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
  useEffect(() => {
    // After a load of the page; after a change of page its start has the focus already.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const activeHit = hits[active];
  const change = (changes: Partial<Question>) => {
    setActive(0);
    onType({ ...typed, ...changes });
  };
  const choose = ({ code }: FoundCode) => {
    setActive(0);
    onAsk({ ...typed, code });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (activeHit) choose(activeHit);
    else onAsk(typed);
  };
  const list = { listId: hitsId, count: hits.length, active };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfterKey(event.key, list, { beforeFirst: "nowhere" });
    if (place !== undefined) setActive(place);
    else if (event.key !== "Escape") return;
    else change({ code: "" });
    event.preventDefault();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        ref={box}
        data-page-start=""
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
        {...comboboxProps(list)}
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
          <option value="">By date of service</option>
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
          label="Date of service"
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
        {typed.svcDate === "" ? "No date means today. " : ""}
        {systemHint(typed)}
      </p>
      <WordHits {...found} hits={hits} active={active} onChoose={choose} />
    </form>
  );
}
