import { useQuery } from "@tanstack/react-query";
import { useCodeSets } from "#room/api/code-sets-query.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { bareDiagnosisCode, lastDayOfIcd9 } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeMapping } from "#room/contract/operations/diagnosis-detail.ts";
import { canBeCode } from "./code-shape.ts";
import styles from "./look-up.module.css";
import { type Question, systemOf } from "#room/features/diagnosis/question.ts";

interface MappingPanelProps {
  readonly question: Question;
  readonly onOpen: (question: Question) => void;
}

/** A code of the other system is looked up for a date of that system. */
function questionFor(code: string, targetSystemName: string): Question {
  return { code, codeSystemName: "", svcDate: targetSystemName === "ICD-9-CM" ? lastDayOfIcd9 : "" };
}

function useMapping(question: Question) {
  const mayAsk = useServiceConfig().extensions.includes("mapDiagnosis");
  const version = useCodeSets().data?.version ?? "";
  const system = systemOf(question);
  const query = operationQuery("mapDiagnosis", {
    code: question.code.trim(),
    // A code in the other system's format is mapped from that system, since that is what the user has.
    ...(system !== undefined && bareDiagnosisCode(question.code, system) !== undefined
      ? { codeSystemName: system }
      : {}),
  });
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, version],
    enabled: mayAsk && canBeCode(question.code),
  }).data;
}

export function MappingPanel({ question, onOpen }: MappingPanelProps) {
  const mapping = useMapping(question);
  if (!mapping?.isLoaded || mapping.mappings.length === 0) return null;
  return (
    <section className={styles.codes} aria-label={`In ${mapping.targetSystemName}`}>
      <h2>Maps to {mapping.targetSystemName}</h2>
      <p className={`quiet small ${styles.note}`}>
        From the General Equivalence Mappings (GEM) of 2018. A mapping is a starting point: check the medical
        record before you bill. {manyWords(mapping.mappings)}
      </p>
      <ul>
        {mapping.mappings.map((line, index) => (
          // Lines of a mapping have no key of their own; their order is fixed.
          <li key={index}>
            <MappingLine line={line} onOpen={(code) => onOpen(questionFor(code, mapping.targetSystemName))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MappingLine({
  line,
  onOpen,
}: {
  readonly line: CodeMapping;
  readonly onOpen: (code: string) => void;
}) {
  const { code, description } = line;
  if (!code) return <p className={styles.aside}>No matching code.</p>;
  return (
    <button type="button" className={styles.codeRow} onClick={() => onOpen(code)}>
      <code>{code}</code>
      <span>
        {description ?? ""} <span className="quiet small">{markWords(line)}</span>
      </span>
    </button>
  );
}

function markWords({ isApproximate, isCombination, scenario, choiceList }: CodeMapping): string {
  const meaning = isApproximate ? "approximate match" : "exact match";
  return isCombination ? `${meaning}, part ${choiceList} of combination ${scenario}` : meaning;
}

function manyWords(mappings: readonly CodeMapping[]): string {
  if (mappings.some(({ isCombination }) => isCombination)) {
    return "A combination needs one code from each of its parts, billed together.";
  }
  return mappings.length > 1
    ? `Choose the one of these ${mappings.length} codes that the record supports.`
    : "";
}
