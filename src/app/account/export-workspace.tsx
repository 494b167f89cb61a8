import { clinicToday } from "#room/api/clinic-today.ts";
import { useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ExportIcon } from "#room/ui/page-icons.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import styles from "./account.module.css";

export function ExportWorkspace() {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      saveBlob(await workspace.exportAll(), `workspace-${workspace.userName}-${clinicToday()}.json`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The export failed.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.part}>
      <h3>Export</h3>
      <p>
        Saves everything stored here as one JSON file. It isn’t encrypted and contains patient data, so save
        it only where patient data is allowed.
      </p>
      <Button icon={<ExportIcon />} isBusy={isBusy} onClick={() => void save()}>
        Export workspace
      </Button>
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
    </section>
  );
}
