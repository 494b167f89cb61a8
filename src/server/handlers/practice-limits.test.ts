import { afterEach, expect, test } from "vitest";
import { programOperations, isClinicWide } from "#room/contract/program-operations.ts";
import { type OperationKey, operationKeys, registry, type RequestOf } from "#room/contract/registry.ts";
import { reportName } from "#room/contract/schemas/report.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import { createSessions } from "#room/server/sessions/sessions.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { samples } from "#room/contract/samples.ts";

const ours = buildGuid(9, 1);
const theirs = buildGuid(9, 2);
const visitOf = (seed: number) => buildGuid(2, seed);
const [withheld, charged, closed, refused] = [visitOf(21), visitOf(22), visitOf(23), visitOf(24)];
const eventOf = (seed: number) => buildGuid(1, seed);
const held = { canAutoCharge: false, withholdReason: "HIDDEN reason" };

/** An event of the other practice; its values can be recognized in an answer. */
function hidden(seed: number, plan: Parameters<typeof buildEvent>[0] = {}) {
  const charges = [
    {
      cpt: "HIDDEN cpt",
      quantity: 1,
      charge: { currency: "USD", amount: 7654.32 },
      payerId: buildGuid(14, seed),
      providerId: buildGuid(15, seed),
    },
  ];
  return {
    ...buildEvent({ ...plan, seed, visit: { practiceId: theirs, charges } }),
    patientName: "HIDDEN patient",
  };
}

type Asks<K extends OperationKey> = readonly Partial<RequestOf<K>>[] | "only the sample";
const visits = [withheld, charged, closed, refused].map((visitId) => ({ visitId }));
const texts = ["HIDDEN", "99213", withheld, eventOf(21)].map((text) => ({ text }));
const states = visitState.options;
const filters = [{}, { practiceId: theirs }, { practiceId: `{${theirs.toUpperCase()}}` }, ...texts];
const ofAnyState = filters.map((filter) => ({ ...filter, states: [...states], sort: undefined }));
const bySender = { ...buildEvent({ seed: 21, audit: held }), patientName: "ours" };

/** Every way an operation could reach another practice's visits. */
const asks: { readonly [K in OperationKey]: Asks<K> } = {
  authenticate: "only the sample",
  chargeVisit: [
    { AutoChargedEvent: hidden(21, { audit: held }) },
    { AutoChargedEvent: hidden(22) },
    // Their visits, claimed to be of our practice; and one that is refused.
    { AutoChargedEvent: buildEvent({ seed: 31, visit: { practiceId: ours, visitId: withheld } }) },
    { AutoChargedEvent: { ...bySender, visitCharged: { ...bySender.visitCharged, practiceId: ours } } },
    {
      AutoChargedEvent: buildEvent({
        seed: 32,
        visit: { practiceId: ours, visitId: withheld, charges: [] },
      }),
    },
    { AutoChargedEvent: buildEvent({ seed: 24, visit: { practiceId: ours, charges: [] } }) },
  ],
  sendMessage: "only the sample",
  listMessageSummaries: "only the sample",
  verifyDiagnosis: "only the sample",
  getVisitInvoice: visits.flatMap((visit) => [visit, { ...visit, invoiceNumber: 1 }]),
  correctVisit: [
    { autoChargedEvent: hidden(22), replacesInvoice: 1 },
    {
      autoChargedEvent: buildEvent({ seed: 31, visit: { practiceId: ours, visitId: charged } }),
      replacesInvoice: 1,
    },
  ],
  voidInvoice: visits.map((visit) => ({ ...visit, invoiceNumber: 1 })),
  getMessage: "only the sample",
  searchDiagnoses: "only the sample",
  describeDiagnosis: "only the sample",
  mapDiagnosis: "only the sample",
  listCodeSets: "only the sample",
  importCodeSet: "only the sample",
  checkClaimEdits: "only the sample",
  checkProcedures: "only the sample",
  listDirectAddresses: "only the sample",
  checkMailboxes: "only the sample",
  findSentMessages: "only the sample",
  getDelivery: "only the sample",
  listMessageChanges: "only the sample",
  flagMessages: "only the sample",
  saveMailbox: "only the sample",
  getConversation: visits.map((visit) => ({ ...visit, messageId: undefined })),
  nameMessageVisit: visits,
  attendSentMessage: "only the sample",
  listDraftChanges: "only the sample",
  saveDraft: "only the sample",
  getDraftFile: "only the sample",
  searchMessages: "only the sample",
  listVisits: [
    ...ofAnyState,
    { reason: "HIDDEN reason", states: [...states] },
    { payerId: buildGuid(14, 21) },
  ],
  getVisit: [
    ...visits,
    { visitId: undefined, eventId: eventOf(21) },
    { visitId: withheld, eventId: eventOf(22) },
  ],
  takeVisit: visits.map((visit) => ({ ...visit, isTakeOver: true })),
  releaseVisit: visits,
  takeNextVisit: filters,
  noteVisit: visits,
  snoozeVisit: visits,
  closeVisit: visits,
  reopenVisit: visits,
  summarizeVisits: [{}, { practiceId: theirs }],
  getDaySheet: [
    { from: "2026-01-01", to: "2026-12-31" },
    { from: "2026-01-01", to: "2026-12-31", dateOf: "service" },
    { from: "2026-01-01", to: "2026-12-31", practiceId: theirs },
    { from: "2026-01-01", to: "2026-12-31", code: "HIDDEN cpt" },
    { from: "2026-01-01", to: "2026-12-31", without: ["payer"] },
    { asClosed: true },
  ],
  getReport: reportName.options.flatMap((report) => [
    { report, from: "2026-01-01", to: "2026-12-31" },
    { report, from: "2026-01-01", to: "2026-12-31", practiceId: theirs },
  ]),
  exportVisits: ofAnyState.map((filter) => ({ ...filter, columns: undefined })),
  exportInvoiceLines: [
    { from: "2026-01-01", to: "2026-12-31" },
    { from: "2026-01-01", to: "2026-12-31", dateOf: "service" },
    { from: "2026-01-01", to: "2026-12-31", practiceId: theirs },
  ],
  noteExport: "only the sample",
  closeDay: [{}, { practiceId: theirs }],
  listChanges: [{ since: 0 }, {}],
  listVisitViews: [{ withTotals: true }],
  saveVisitView: [{ filter: { practiceId: theirs } }, { viewId: buildGuid(11, 9) }],
  removeVisitView: [{ viewId: buildGuid(11, 9) }],
  getAccount: "only the sample",
  getOwnAccount: "only the sample",
  changePassword: "only the sample",
  endSessions: "only the sample",
  listPeople: "only the sample",
  addPerson: "only the sample",
  changePerson: "only the sample",
  endPersonSessions: "only the sample",
  makePersonLink: "only the sample",
  readWelcome: "only the sample",
  acceptWelcome: "only the sample",
  setUpClinic: "only the sample",
  beginLookAround: "only the sample",
  endLookAround: "only the sample",
  getClinic: "only the sample",
  saveClinic: "only the sample",
  getMailSettings: "only the sample",
  saveMailSettings: "only the sample",
  listSharedMailboxes: "only the sample",
  saveSharedMailbox: "only the sample",
  workOnMessage: "only the sample",
  testMail: "only the sample",
  getLetterWords: "only the sample",
  saveLetterWords: "only the sample",
  listDirectory: "only the sample",
  saveDirectory: "only the sample",
  listUnnamed: [{}],
  getHealth: [{}],
  listSetAsideMail: "only the sample",
  getSetAsideMail: "only the sample",
  exportAuditEntries: [{ action: undefined }, { format: "ndjson", action: undefined }],
  checkAuditTrail: "only the sample",
  listAuditEntries: [{ actor: undefined, subject: undefined }],
  beginSecondFactor: "only the sample",
  finishSecondFactor: "only the sample",
  listFactors: "only the sample",
  addFactor: "only the sample",
  confirmFactor: "only the sample",
  removeFactor: "only the sample",
  makeRecoveryCodes: "only the sample",
  beginProof: "only the sample",
  proveAgain: "only the sample",
  resetFactor: "only the sample",
  listKeys: "only the sample",
  addKey: "only the sample",
  rotateKey: "only the sample",
  endKey: "only the sample",
  confirmRestored: "only the sample",
  makeBackup: "only the sample",
  readBackup: "only the sample",
  beginDataKey: "only the sample",
};

const ids = [21, 22, 23, 24].flatMap((seed) => [
  visitOf(seed),
  eventOf(seed),
  buildGuid(14, seed),
  buildGuid(15, seed),
]);
/** The trail names visits by id: it covers the whole clinic and contains nothing of their content. */
const namesVisits: readonly OperationKey[] = ["listAuditEntries", "exportAuditEntries"];

/** The tests that read visits, repeated for the engine that reads them differently. */
const reaching = operationKeys.filter((key) => asks[key] !== "only the sample");
/** Each counts one of our visits. */
const counts: readonly OperationKey[] = ["listVisits", "listVisitViews", "summarizeVisits", "listUnnamed"];

describeOnBothEngines("what a user limited to one practice sees", (stores) => {
  let server: TestServer;
  let casey: Record<string, string>;
  afterEach(() => server.stop());

  async function sessionOf(name: string) {
    const { store, settings, clock } = server;
    const sessions = createSessions({ store, settings, now: () => new Date(clock.now) });
    const { userId = 0 } = (await store.users.find(name)) ?? {};
    const about = {
      userId,
      remember: false,
      remoteAddress: "127.0.0.1",
      browser: "",
      beganBy: "credentials",
    };
    return { "x-ss-id": (await sessions.start(about)).sessionId };
  }

  const ask = (key: OperationKey, request: object, as: Record<string, string>) =>
    server.post(`/json/reply/${registry[key].name}`, request, as);

  async function fill() {
    const url = await stores.fresh();
    server = await startTestServer(
      { DATABASE_URL: url },
      { databaseUrl: url, limits: { searchesPerMinute: 10_000, signInsPerMinute: 10_000 } },
    );
    casey = await sessionOf("casey");
    for (const [seed, audit] of [
      [21, held],
      [22, {}],
      [23, held],
    ] as const)
      await ask("chargeVisit", { AutoChargedEvent: hidden(seed, { audit }) }, casey);
    const broken = hidden(24);
    for (const row of broken.visitCharged.charges) row.quantity = -1;
    await ask("chargeVisit", { AutoChargedEvent: broken }, casey);
    await ask("closeVisit", { visitId: closed, reason: "HIDDEN close" }, casey);
    await ask("noteVisit", { visitId: withheld, text: "HIDDEN note" }, casey);
    await ask("takeVisit", { visitId: withheld }, casey);
    await ask(
      "chargeVisit",
      { AutoChargedEvent: buildEvent({ seed: 1, visit: { practiceId: ours } }) },
      casey,
    );
    const all = { states: [...states] };
    const view = { viewId: buildGuid(11, 9), name: "All", filter: all, isShared: true };
    expect((await ask("saveVisitView", view, casey)).status).toBe(200);
    const ofTheirs = {
      ...view,
      viewId: buildGuid(11, 10),
      name: "HIDDEN view",
      filter: { practiceId: theirs },
    };
    expect((await ask("saveVisitView", ofTheirs, casey)).status).toBe(200);
  }

  /** Everything casey can see of their visits. */
  async function theirVisits() {
    const stories = await Promise.all(visits.map((visit) => ask("getVisit", visit, casey)));
    return stories.map(({ status, body }) => ({ status, ...body, history: undefined }));
  }

  async function attack(operations: readonly OperationKey[], as: () => Promise<Record<string, string>>) {
    const before = await theirVisits();
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told: string[] = [];
    for (const key of operations) {
      const list: readonly object[] = asks[key] === "only the sample" ? [{}] : asks[key];
      const headers = await as();
      for (const changes of list) {
        const request = { ...samples[key], ...changes };
        const { status, text } = await ask(key, request, headers);
        const marks = ["HIDDEN", "7654.32", ...(namesVisits.includes(key) ? [] : ids)];
        const sent = JSON.stringify(request);
        const found = marks.filter(
          (mark) => text.includes(mark) && !(mark.length === 32 && sent.includes(mark)),
        );
        if (found.length > 0 || status >= 500) told.push(`${key} ${sent}: ${status} ${found.join()}`);
        if (counts.includes(key) && /"(?:total|count)":(?:[2-9]|1\d)/.test(text))
          told.push(`${key} ${sent}: counts`);
        if (key === "listVisits" && status === 200 && text.includes(theirs))
          told.push(`${key} ${sent}: theirs`);
      }
    }
    expect(told).toEqual([]);
    expect(await theirVisits()).toEqual(before);
  }

  test("is of that practice, by every operation", async () => {
    await fill();
    const { users } = server.store;
    const every = server.settings.databaseUrl.startsWith("postgres") ? reaching : operationKeys;
    await users.change("casey", { role: "administrator" });
    await users.change("robin", { practices: [ours] });
    for (const role of ["administrator", "auditor"] as const) {
      await users.change("robin", { role });
      await attack(role === "auditor" ? reaching : every, () => sessionOf("robin"));
    }
    const operations = programOperations.filter((key) => !isClinicWide(key));
    const wish = {
      name: "One practice",
      practices: [ours],
      operations: operations.map((key) => registry[key].name),
    };
    const { status, body } = await ask("addKey", wish, await sessionOf("casey"));
    expect(status).toBe(200);
    const { secret } = registry.addKey.response.parse(body);
    await attack(reaching, async () => ({ authorization: `Bearer ${secret}` }));
  });
});
