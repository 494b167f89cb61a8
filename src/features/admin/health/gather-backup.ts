import { callOperation } from "#room/api/call-operation.ts";
import { isWorthRetrying } from "#room/api/is-worth-retrying.ts";

const againMs = 1000;

/** Makes a backup at the service, and collects its parts. A failed part is asked for again if that may help. */
export async function gatherBackup(
  signal: AbortSignal,
  onTaken: (share: number) => void,
): Promise<{ readonly blob: Blob; readonly fileName: string }> {
  const { backupId, fileName, bytes } = await callOperation("makeBackup", {}, { signal });
  const parts: Blob[] = [];
  let failures = 0;
  for (let from: number | undefined = 0; from !== undefined;) {
    try {
      const { content, next }: { content: string; next?: number | null | undefined } = await callOperation(
        "readBackup",
        { backupId, from },
        { signal },
      );
      parts.push(new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))]));
      failures = 0;
      from = next ?? undefined;
      onTaken((from ?? bytes) / bytes);
    } catch (error) {
      if (!isWorthRetrying(failures, error)) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
  return { blob: new Blob(parts), fileName };
}
