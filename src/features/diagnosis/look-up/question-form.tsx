import { useEffect } from "react";
import type { FoundCode } from "#room/contract/operations/diagnoses.ts";
import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import { type CodesView, MoreCodes } from "#room/features/codes/more-codes.tsx";
import { CodeInput } from "#room/features/diagnosis/code-input.tsx";
import type { QuestionFields } from "#room/features/diagnosis/use-question.ts";
import { DateInput } from "#room/features/forms/date-input.tsx";
import { Button } from "#room/ui/button.tsx";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { Select } from "#room/ui/select.tsx";
import { type Question, systemOf } from "#room/features/diagnosis/question.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { FoundCodes } from "#room/features/codes/found-codes.tsx";
import styles from "./look-up.module.css";

const hitsId = "diagnosis-hits";
const command = commandsOf("Codes");

interface WordHitsProps {
  readonly hits: readonly FoundCode[];
  readonly total: number;
  readonly view: CodesView;
  readonly onView: (view: CodesView) => void;
  readonly active: number;
  readonly isStarterSet: boolean;
  readonly isNone: boolean;
  readonly onChoose: (code: FoundCode) => void;
}

/** Codes that match the words. The Code field handles the keys: up, down, Enter. */
function WordHits({ hits, total, view, onView, active, isStarterSet, isNone, onChoose }: WordHitsProps) {
  const { demo } = useServiceConfig();
  return (
    <>
      {hits.length > 0 && hits.every(({ missingWords }) => missingWords) ? (
        <p className={`quiet small ${styles.note}`} role="status">
          No code matches all of these words. These are the closest.
        </p>
      ) : null}
      <FoundCodes id={hitsId} codes={hits} active={active} isNone={isNone} onTake={onChoose} />
      <MoreCodes shown={hits.length} total={total} view={view} onView={onView} />
      {isStarterSet && hits.length > 0 ? (
        <p className={`quiet small ${styles.note}`}>
          From the starter set: the codes urgent care uses most.
          {demo ? "" : " Import the official file to find all others."}
        </p>
      ) : null}
    </>
  );
}

interface QuestionFormProps {
  readonly form: QuestionFields;
  readonly hits: readonly FoundCode[];
  readonly total: number;
  readonly view: CodesView;
  readonly onView: (view: CodesView) => void;
  readonly canSearch: boolean;
  readonly isStarterSet: boolean;
  readonly isNone: boolean;
  /** The index of the code the arrow keys have reached; -1 for none. */
  readonly active: number;
  readonly onActive: (place: number) => void;
  readonly onType: () => void;
  /** The user asked for it: by Verify, Enter, or by choosing a code. */
  readonly onAsk: (question: Question) => void;
}

/** The date rule in words: it is shown, never silently applied. */
function systemHint(question: Question): string {
  const system = systemOf(question);
  if (question.codeSystemName !== "" || system === undefined) return "";
  return `This date of service uses ${system} codes. ICD-9-CM ended on 09/30/2015; ICD-10-CM began the next day.`;
}

export function QuestionForm(props: QuestionFormProps) {
  const { form, hits, active, onActive: setActive, onType, onAsk } = props;
  const { typed, focus } = form;
  const { canSearch, ...found } = props;
  useCommands([command("diagnosis.code", "Look up a code", "/", () => focus("code"))]);
  useEffect(() => {
    // Only after a page load; after in-app navigation the start of the page has the focus already.
    if (document.activeElement === document.body) focus("code");
  }, [focus]);
  const activeHit = hits[active];
  const typing = () => {
    setActive(0);
    onType();
  };
  const choose = ({ code }: FoundCode) => {
    setActive(0);
    onAsk({ ...typed, code });
  };
  const submit = form.submitted((question) => (activeHit ? choose(activeHit) : onAsk(question)));
  const systems = [...new Set([...codeSystems, typed.codeSystemName])].filter(Boolean);
  const list = { listId: hitsId, count: hits.length, active };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} onChange={typing}>
      <CodeInput
        label="Code"
        placeholder={canSearch ? "E11.9, or words: htn, wrist fracture" : "E11.9"}
        form={form}
        list={list}
        onActive={setActive}
        onTyped={typing}
      />
      <div className={styles.fields}>
        <Select
          label="Code system"
          {...form.field("codeSystemName")}
          options={[["", "By date of service"], ...systems.map((system) => [system] as const)]}
        />
        <DateInput label="Date of service" {...form.date} />
        <Button look="primary" type="submit" className={styles.verify}>
          Verify
        </Button>
      </div>
      <p className={`quiet small ${styles.note}`}>
        {typed.svcDate === "" ? "No date means today. " : ""}
        {systemHint(typed)}
      </p>
      <WordHits {...found} hits={hits} active={active} onChoose={choose} />
    </form>
  );
}
