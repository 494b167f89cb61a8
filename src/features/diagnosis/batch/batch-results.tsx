import { useMemo, useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { CopyIcon, ExportIcon } from "#room/ui/icons.tsx";
import { toast } from "#room/ui/toast-store.ts";
import type { BatchAnswer } from "./batch-run.ts";
import { BatchTable } from "./batch-table.tsx";
import { csvOf, isBad, tsvOf } from "./batch-words.ts";
import styles from "./batch.module.css";

interface BatchResultsProps {
  readonly answers: readonly BatchAnswer[];
  readonly isFinished: boolean;
  readonly defaultDate: string;
}

function save(answers: readonly BatchAnswer[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(answers)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "diagnosis-codes.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function copy(answers: readonly BatchAnswer[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(tsvOf(answers));
    toast({ title: `${answers.length.toLocaleString()} rows copied`, tone: "ok" });
  } catch {
    toast({
      title: "The browser did not allow copying",
      detail: "Export the CSV file instead.",
      tone: "warn",
    });
  }
}

export function BatchResults({ answers, isFinished, defaultDate }: BatchResultsProps) {
  const [onlyBad, setOnlyBad] = useState(false);
  const bad = useMemo(() => answers.filter(isBad), [answers]);
  const shown = onlyBad ? bad : answers;
  return (
    <section className={styles.results} aria-label="Verified codes">
      <div className={styles.bar}>
        <p role="status" className={styles.sum}>
          {isFinished ? sumWords(answers, bad) : ""}
        </p>
        <Button aria-pressed={onlyBad} onClick={() => setOnlyBad(!onlyBad)}>
          Needs attention {bad.length.toLocaleString()}
        </Button>
        <Button icon={<CopyIcon />} onClick={() => void copy(shown)}>
          Copy
        </Button>
        <Button icon={<ExportIcon />} onClick={() => save(shown)}>
          Export CSV
        </Button>
      </div>
      <BatchTable answers={shown} defaultDate={defaultDate} />
      {shown.length === 0 ? <p className={styles.note}>No row needs attention.</p> : null}
    </section>
  );
}

function sumWords(answers: readonly BatchAnswer[], bad: readonly BatchAnswer[]): string {
  if (bad.length === 0) return `All ${answers.length.toLocaleString()} are valid and billable.`;
  return `${(answers.length - bad.length).toLocaleString()} of ${answers.length.toLocaleString()} are valid and billable.`;
}
