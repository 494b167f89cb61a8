import { clinicToday } from "#room/server/clinic-today.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { codeSetOf } from "#room/server/codes/loaded-set.ts";
import { setWarnings } from "#room/server/codes/set-warnings.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { readQuarter } from "#room/contract/primitives/quarter.ts";
import { changeOfWire } from "#room/server/codes/compare-sets.ts";
import { CodeFilesRefused, type CodeFileError } from "#room/server/codes/code-file-error.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { importCodeFiles, UploadGone } from "#room/server/codes/import-code-files.ts";
import { codeFileReader } from "#room/server/codes/read-code-file-aside.ts";
import { NoticeNotAccepted } from "#room/server/codes/use-notice.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";

export const listCodeSets = defineHandler("listCodeSets", {
  audit: "none",
  handle: async (_request, context) => {
    const codes = codesOf(context.store);
    const { version, imported, shown } = await codes.sets();
    return {
      version: String(version),
      sets: shown.map(codeSetOf),
      notices: (await codes.stored.notices()).map((notice) => ({ ...notice })),
      warnings: setWarnings(imported, clinicToday(context)),
      mayImport: context.session.rights.has("import-codes"),
    };
  },
});

const read = codeFileReader();

export const importCodeSet = defineHandler("importCodeSet", {
  body: "messageBytes",
  perMinute: "importsPerMinute",
  audit: {
    when: "first",
    note: (_request, { isStored, changes }) =>
      isStored
        ? { action: "imported codes", subject: changes.map(({ set }) => set.name).join(", ") }
        : undefined,
  },
  handle: async (request, context) => {
    const uploadId = canonicalGuid(request.uploadId ?? "");
    if (request.files.length === 0 && uploadId === undefined)
      throw invalidMember("InclusiveBetween", "files", "'files' must be 1 to 20 files.");
    const isDryRun = request.dryRun === true;
    try {
      const { changes, notice } = await importCodeFiles(codesOf(context.store), decoded(request.files), {
        by: context.session.userName,
        now: context.now,
        fiscalYear: request.fiscalYear ?? undefined,
        quarter: readQuarter(request.quarter ?? ""),
        isDryRun,
        uploadId,
        mayBeCut: request.mayBeCut === true,
        acceptsNotice: request.acceptsNotice === true,
        read,
      });
      return {
        isStored: !isDryRun,
        changes: changes.map(changeOfWire),
        ...(isDryRun && notice ? { notice: { ...notice } } : {}),
      };
    } catch (error) {
      if (error instanceof NoticeNotAccepted)
        throw new Refusal(
          400,
          "NoticeNotAccepted",
          `Nothing was stored. To be accepted first: ${error.notice.text}`,
        );
      if (error instanceof CodeFilesRefused) throw refusedFiles(error);
      if (error instanceof UploadGone)
        throw new Refusal(
          409,
          "UploadGone",
          "These files are no longer waiting to be imported: they were already imported, or were uploaded more than a day ago.",
        );
      throw error;
    }
  },
});

/** One at a time, since they may be large. */
async function* decoded(files: RequestOf<"importCodeSet">["files"]): AsyncIterable<PlainFile> {
  for (const [index, { fileName, base64 }] of files.entries()) {
    const bytes = Buffer.from(base64, "base64");
    const path = `files[${index}].base64`;
    if (bytes.length === 0) throw invalidMember("RegularExpression", path, `'${path}' is not Base64.`);
    yield { name: fileName, bytes };
  }
}

function refusedFiles(refused: CodeFilesRefused): Refusal {
  const errors = refused.files.flatMap((file) =>
    faultsOf(file).map((message) => ({ errorCode: "CodeFile", fieldName: "files", message })),
  );
  return new Refusal(400, "CodeFile", refused.message, { errors });
}

function faultsOf({ fileName, faults, count }: CodeFileError): string[] {
  const listed = faults.map(({ line, message }) =>
    line > 0 ? `${fileName}, line ${line}: ${message}` : `${fileName}: ${message}`,
  );
  return count > faults.length ? [...listed, `${fileName}: and ${count - faults.length} more`] : listed;
}
