import { useState } from "react";
import { useSessionControls } from "#room/app/frame/session-controls.ts";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./account.module.css";

/** Cannot be undone, so the user's name is typed; what still waits to be sent is named first. */
export function EraseWorkspace() {
  const workspace = useWorkspace();
  const { signOut } = useSessionControls();
  const { waiting, held, sending } = useOutboxStatus();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const unsent = waiting + held + sending;
  const isSure = typed.trim() === workspace.userName;

  const erase = async () => {
    try {
      await workspace.erase();
      signOut();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Your workspace couldn’t be erased.");
    }
  };
  return (
    <section className={styles.part}>
      <h3>Erase</h3>
      <p>
        Deletes all your drafts, attempts and messages from this browser and signs you out. This can’t be
        undone. What was already sent stays with the service.
      </p>
      {unsent > 0 ? (
        <Banner
          tone="warn"
          title={
            unsent === 1
              ? "1 item hasn’t been sent yet"
              : `${unsent.toLocaleString()} items haven’t been sent yet`
          }
        >
          {unsent === 1 ? "It" : "They"} will never be sent if you erase now.
        </Banner>
      ) : null}
      <TextField
        label={`Type ${workspace.userName} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button look="danger" disabled={!isSure} onClick={() => void erase()}>
        Erase workspace
      </Button>
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
    </section>
  );
}
