import { useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import { copyText } from "#room/ui/copy-text.ts";
import styles from "./second-factor.module.css";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shown only once: the service keeps only hashes. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false);
  const text = codes.join("\n");
  const copy = () => copyText(text, { title: "Codes copied", instead: "Select the codes and copy them." });
  return (
    <div className={`stack ${styles.steps}`}>
      <Banner tone="warn" title="Save these recovery codes now">
        Each one works once if you lose your phone or passkey. They won’t be shown again. Keep them somewhere
        safe: printed, or in a password manager.
      </Banner>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() => saveBlob(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")}
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I have saved them"
        checked={isSaved}
        onChange={(event) => setSaved(event.target.checked)}
      />
      <div className="row">
        <Button look="primary" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
