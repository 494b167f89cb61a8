import { useState } from "react";
import { serviceConfig } from "#room/api/service-config.ts";
import { registry } from "#room/contract/registry.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Tabs } from "#room/ui/tabs.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import { useEditor } from "./session/editor-context.ts";
import styles from "./editor.module.css";

/** The same call as a curl command. The session key is never shown, only a placeholder. */
function curlOf(json: string): string {
  const { path = "" } = registry.chargeVisit;
  const url = new URL(`${serviceConfig().apiBase}${path}`, location.href).href;
  const quoted = json.replaceAll("'", String.raw`'\''`);
  return [
    `curl -X POST '${url}'`,
    "  -H 'Content-Type: application/json'",
    "  -H 'Authorization: Bearer ••••••••'",
    `  --data '${quoted}'`,
  ].join(" \\\n");
}

export function RequestDialog({ onClose }: { readonly onClose: () => void }) {
  const { visit } = useEditor();
  const [form, setForm] = useState<"json" | "curl">("json");
  const [event] = useState(() => ({ AutoChargedEvent: visit.event() }));
  const text = form === "json" ? JSON.stringify(event, undefined, 2) : curlOf(JSON.stringify(event));
  const copy = () => void copyText(text, { title: form === "json" ? "JSON copied" : "curl command copied" });
  return (
    <Dialog
      title="Technical details"
      onClose={onClose}
      width="huge"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={copy}>
            Copy
          </Button>
        </>
      }
    >
      <Tabs
        label="Form"
        items={[
          { id: "json", label: "JSON" },
          { id: "curl", label: "curl" },
        ]}
        selected={form}
        onSelect={setForm}
        isText
      >
        <pre className={styles.code}>{text}</pre>
      </Tabs>
      <p className="quiet small">
        This is what is sent when you submit. It contains patient data. The session key is masked.
      </p>
    </Dialog>
  );
}
