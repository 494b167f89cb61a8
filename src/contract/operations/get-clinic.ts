import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { clinic } from "#room/contract/schemas/clinic.ts";

/** GetClinic, an extension: the clinic's name, address, phone and tax ID. */
export const getClinic = defineExtension({
  name: "GetClinicRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 300_000,
  request: z.looseObject({}),
  response: z.looseObject({ version: z.number(), clinic }),
});
