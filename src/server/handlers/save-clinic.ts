import { keysOf } from "#room/contract/keys-of.ts";
import { clinicMembers } from "#room/contract/schemas/clinic.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** Changes what the clinic's papers say of it. */
export const saveClinic = defineHandler("saveClinic", {
  // It names what differs.
  audit: "by-handler",
  handle: async ({ version, clinic }, context) => {
    const { store } = context;
    const before = await store.clinic.read();
    const saved = await store.clinic.save(clinic, { after: version });
    if (!saved)
      throw new Refusal(
        409,
        "ClinicChanged",
        "Somebody else changed this in the meantime. Nothing was saved: review it and save again.",
      );
    const changed = keysOf(clinicMembers).filter((name) => saved.clinic[name] !== before.clinic[name]);
    if (changed.length > 0) await noteAction(context, "changed clinic", `changed:${changed.join(",")}`);
    return { version: saved.version };
  },
});
