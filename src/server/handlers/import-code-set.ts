import { readQuarter } from "#room/contract/primitives/quarter.ts";
import { changeOfWire } from "#room/server/codes/compare-sets.ts";
import { type CodeFileError, CodeFilesRefused } from "#room/server/codes/code-file-error.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import { NoticeNotAccepted } from "#room/server/codes/use-notice.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import type { Handler } from "#room/server/handler.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";

/** Official files from a browser: read by the same code as the command. */
export const importCodeSet: Handler<"importCodeSet"> = async (request, context) => {
  const files: PlainFile[] = [];
  for (const [index, { fileName, base64 }] of request.files.entries()) {
    const bytes = Buffer.from(await context.sent.bytes(base64));
    const path = `files[${index}].base64`;
    if (bytes.length === 0) throw invalidMember("RegularExpression", path, `'${path}' is not Base64.`);
    files.push({ name: fileName, bytes });
  }
  const isDryRun = request.dryRun === true;
  try {
    const { changes, notice } = await importCodeFiles(codesOf(context.store), files, {
      by: context.session?.userName ?? "",
      now: context.now,
      fiscalYear: request.fiscalYear ?? undefined,
      quarter: readQuarter(request.quarter ?? ""),
      isDryRun,
      mayBeCut: request.mayBeCut === true,
      acceptsNotice: request.acceptsNotice === true,
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
    throw error;
  }
};

/** All faults, each with its file and line. */
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
