import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { Button } from "#room/ui/button.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast } from "#room/ui/toast-store.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { gatherParts } from "#room/features/admin/gather-parts.ts";

/** Makes a backup at the service, and collects its parts. */
async function gatherBackup(signal: AbortSignal, onTaken: (share: number) => void) {
  const { backupId, fileName, bytes } = await callOperation("makeBackup", {}, { signal });
  const blob = await gatherParts(async (from = 0) => {
    const { content, next } = await callOperation("readBackup", { backupId, from }, { signal });
    onTaken((next ?? bytes) / bytes);
    return { piece: Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)), next };
  });
  return { blob, fileName };
}

/** Makes a backup now and downloads it. Both are in the audit log. */
export function BackUp() {
  const client = useQueryClient();
  const [share, setShare] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  const save = async () => {
    const { signal } = (stopping.current = new AbortController());
    setShare(0);
    try {
      const { blob, fileName } = await gatherBackup(signal, setShare);
      saveBlob(blob, fileName);
      void client.invalidateQueries({ queryKey: ["getHealth"] });
      toast({ tone: "ok", title: "Backed up", detail: `${fileName} holds patient data: keep it safe.` });
    } catch (error) {
      if (signal.aborted) return;
      const { title, advice } = describeFailure(error);
      toast({ tone: "bad", title: `Nothing was downloaded: ${title}`, detail: advice, stays: 0 });
    } finally {
      setShare(undefined);
    }
  };
  if (share === undefined) return <Button onClick={() => void save()}>Back up now</Button>;
  return (
    <>
      <span role="status">
        {share === 0 ? "Backing up…" : `Downloading, ${Math.floor(share * 100)}% so far…`}
      </span>
      <Button onClick={() => stopping.current?.abort()}>Stop</Button>
    </>
  );
}
