import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";
import { clinicMembers } from "#room/contract/schemas/clinic.ts";

/** SaveClinic, an extension: what is not given is emptied. */
export const saveClinic = defineExtension({
  name: "SaveClinicRequest",
  effect: "write",
  right: "clinic",
  discloses: "no-patient-data",
  request: z.looseObject({
    /** The version the changes are based on; 409 `ClinicChanged` when it is no longer current. */
    version: z.number(),
    clinic: z.looseObject({ ...clinicMembers, name: requiredText(200) }).check(
      z.refine(({ visitNaming, visitMember }) => visitNaming !== "member" || Boolean(visitMember), {
        error: "must be given",
        params: { code: "NotEmpty" },
        path: ["visitMember"],
      }),
    ),
  }),
  response: z.looseObject({ version: z.number() }),
});
