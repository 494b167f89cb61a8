import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import type { BatchAnswer } from "./batch-run.ts";

export interface BatchTableProps {
  readonly answers: readonly BatchAnswer[];
  readonly onTake: (answer: BatchAnswer, code: DiagnosisCode) => void;
}
