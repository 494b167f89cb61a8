import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast } from "#room/ui/toast-store.ts";

/** Saves a list that is here as a CSV file, once the audit log of a service that has one says so. */
export async function saveList(
  noted: RequestOf<"noteExport">,
  csv: () => string,
  fileName: string,
): Promise<void> {
  try {
    if (serviceConfig().extensions.includes("noteExport")) await callOperation("noteExport", noted);
    saveBlob(new Blob([csv()], { type: "text/csv" }), fileName);
  } catch (error) {
    const { title, advice } = describeFailure(error);
    toast({ tone: "bad", title: `Nothing was exported: ${title}`, detail: advice, stays: 0 });
  }
}
