import { Dialog } from "#room/ui/dialog.tsx";
import styles from "./composer.module.css";
import type { SendQuestion } from "./send-checks.ts";

interface SendQuestionsProps {
  questions: readonly SendQuestion[];
  onSend(): void;
  onClose(): void;
}

/** All doubts in one question, asked once. */
export function SendQuestions({ questions, onSend, onClose }: SendQuestionsProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Check before sending"
      onClose={onClose}
      action={{ label: "Send anyway", run: onSend, cancel: "Go back" }}
      isRisky
    >
      <ul className={styles.questions}>
        {questions.map((question) => (
          <li key={question.id}>{question.message}</li>
        ))}
      </ul>
    </Dialog>
  );
}
