import { changeOfWire } from "#room/server/codes/compare-sets.ts";
import { CodeFileError, type FileFault } from "#room/server/codes/code-file-error.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import { importRight, mayImportCodes } from "#room/server/codes/import-right.ts";
import type { Handler } from "#room/server/handler.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";

/** The official file from a browser: read by the same code as the command. */
export const importCodeSet: Handler<"importCodeSet"> = async (request, context) => {
  if (!mayImportCodes(context)) {
    throw new Refusal(403, "Forbidden", `Importing code sets needs the right “${importRight}”.`);
  }
  const bytes = Buffer.from(await context.sent.bytes(request.base64));
  if (bytes.length === 0) throw invalidMember("RegularExpression", "base64", "'base64' is not Base64.");
  const isDryRun = request.dryRun === true;
  try {
    const changes = await importCodeFiles(codesOf(context.store), [{ name: request.fileName, bytes }], {
      by: context.session?.userName ?? "",
      now: context.now,
      fiscalYear: request.fiscalYear ?? undefined,
      isDryRun,
      mayRemoveHalf: request.mayRemoveHalf === true,
    });
    return { isStored: !isDryRun, changes: changes.map(changeOfWire) };
  } catch (error) {
    if (error instanceof CodeFileError) throw refusedFile(error);
    throw error;
  }
};

/** All faults, each with its line. */
function refusedFile(error: CodeFileError): Refusal {
  const errors = error.faults.map((fault) => ({
    errorCode: "CodeFile",
    fieldName: "base64",
    message: faultWords(fault),
  }));
  return new Refusal(400, "CodeFile", error.message, { errors });
}

function faultWords({ line, message }: FileFault): string {
  return line > 0 ? `Line ${line}: ${message}` : message;
}
