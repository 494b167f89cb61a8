import type { OperationKey, RequestOf } from "#room/contract/registry.ts";
import { buildEvent, buildGuid } from "./builders.ts";

/** One request of every operation that a service with a user `casey` answers well. */
export const samples: { readonly [K in OperationKey]: RequestOf<K> } = {
  authenticate: {
    provider: "credentials",
    userName: "casey",
    password: "correct horse battery",
    rememberMe: false,
  },
  chargeVisit: { AutoChargedEvent: buildEvent() },
  sendMessage: {
    loggedInUser: "casey",
    sessionKey: "the session's key",
    emailServiceType: "DirectMessage",
    email: {
      to: ["devon@direct.example"],
      from: "casey@direct.example",
      cc: [],
      bcc: [],
      createdTime: "2026-11-02T09:15:00.0000000",
      subject: "Visit papers",
      textBody: "The papers that you asked for.",
      attachments: [{ base64: "SGVsbG8=", contentType: "text/plain", fileName: "papers.txt" }],
    },
  },
  listMessageSummaries: {
    loggedInUser: "casey",
    sessionKey: "the session's key",
    emailServiceType: "DirectMessage",
  },
  verifyDiagnosis: { code: "E11.9", codeSystemName: "ICD-10-CM", svcDate: "2026-11-02" },
  getVisitInvoice: { visitId: buildGuid(2, 0) },
  getMessage: {
    loggedInUser: "casey",
    sessionKey: "the session's key",
    emailServiceType: "DirectMessage",
    messageId: 1,
  },
  searchDiagnoses: { query: "diabetes", limit: 5 },
  describeDiagnosis: { code: "E11.9", codeSystemName: "ICD-10-CM", svcDate: "2026-11-02" },
  mapDiagnosis: { code: "250.00", codeSystemName: "ICD-9-CM" },
  listCodeSets: {},
  importCodeSet: {
    files: [{ fileName: "icd10cm_order_2027.txt", base64: "MDAwMDEgQTAwICAgICAwIENob2xlcmE=" }],
    dryRun: true,
  },
  listDirectAddresses: {},
  findSentMessages: {
    loggedInUser: "casey",
    sessionKey: "the session's key",
    emailServiceType: "DirectMessage",
    clientMessageIds: ["5b0e9c1d2f3a4b5c6d7e8f9001122334-1"],
  },
};
