import type * as z from "zod/mini";
import { authenticate } from "./operations/authenticate.ts";
import { chargeVisit } from "./operations/charge-visit.ts";
import { describeDiagnosis } from "./operations/describe-diagnosis.ts";
import { findSentMessages } from "./operations/find-sent-messages.ts";
import { getMessage } from "./operations/get-message.ts";
import { getVisitInvoice } from "./operations/get-visit-invoice.ts";
import { importCodeSet } from "./operations/import-code-set.ts";
import { listCodeSets } from "./operations/list-code-sets.ts";
import { listDirectAddresses } from "./operations/list-direct-addresses.ts";
import { listMessageSummaries } from "./operations/list-message-summaries.ts";
import { mapDiagnosis } from "./operations/map-diagnosis.ts";
import { searchDiagnoses } from "./operations/search-diagnoses.ts";
import { sendMessage } from "./operations/send-message.ts";
import { verifyDiagnosis } from "./operations/verify-diagnosis.ts";

/** Every operation there is. Client, server, samples and wire tests iterate this list. */
export const registry = {
  authenticate,
  chargeVisit,
  sendMessage,
  listMessageSummaries,
  verifyDiagnosis,
  getVisitInvoice,
  getMessage,
  searchDiagnoses,
  describeDiagnosis,
  mapDiagnosis,
  listCodeSets,
  importCodeSet,
  listDirectAddresses,
  findSentMessages,
} as const;

export type OperationKey = keyof typeof registry;
export type RequestOf<K extends OperationKey> = z.output<(typeof registry)[K]["request"]>;
export type ResponseOf<K extends OperationKey> = z.output<(typeof registry)[K]["response"]>;
export type FaultCodeOf<K extends OperationKey> = (typeof registry)[K]["faults"]["codes"][number];

/** The operations that may be cached and fetched again. */
export type ReadKey = {
  [K in OperationKey]: (typeof registry)[K]["effect"] extends "read" ? K : never;
}[OperationKey];

/** All keys, in the order of the registry. */
// The cast gives back what Object.keys forgets: the keys of a const object.
export const operationKeys = Object.keys(registry) as OperationKey[];
