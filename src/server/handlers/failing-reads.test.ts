import { expect, test } from "vitest";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ask, casey, charge, server, serverOfEach, visitId, withheld } from "./test-visits.ts";

serverOfEach();

const lost = () => Promise.reject(new StoreUnavailable("the connection to the database was lost"));

test("what was done is told, though its reading fails", async () => {
  await charge(1, withheld);
  await charge(2);
  Object.assign(server.store.clinic, { read: lost });
  Object.assign(server.store.events, { invoicesOf: lost });
  const noted = await ask("noteVisit", { visitId, noteId: buildGuid(12, 1), text: "Called" });
  expect(noted).toMatchObject({ status: 200, body: { visit: { visitId, noteCount: 1 } } });
  const next = await ask("takeNextVisit", {});
  expect(next).toMatchObject({ status: 200, body: { visit: { visitId, takenBy: "casey" } } });
  const request = { visitId: buildGuid(2, 2), invoiceNumber: 1, reason: "Twice" };
  const voided = await ask("voidInvoice", request);
  expect(voided).toMatchObject({ status: 200, body: { invoiceNumber: 1, visit: { state: "voided" } } });
});

test("what is done is not told as nothing", async () => {
  await server.store.users.change("casey", { role: "administrator" });
  const admin = { authorization: `Bearer ${await server.signIn()}` };
  Object.assign(server.store.userLinks, { waiting: lost });
  const added = await ask("addPerson", { userName: "drew", role: "clerk", addresses: [] }, admin);
  expect(added).toMatchObject({ status: 503, refusal: { errorCode: "OutcomeUnknown" } });
  expect(await server.store.users.find("drew")).toBeDefined();
});

test("a refused event that cannot be kept is sent again", async () => {
  const event = buildEvent({ seed: 1 });
  event.visitCharged.charges = [];
  const send = () => ask("chargeVisit", { AutoChargedEvent: event }, casey);
  const { keepRefused } = server.store.visits;
  Object.assign(server.store.visits, { keepRefused: lost });
  expect(await send()).toMatchObject({ status: 503, refusal: { errorCode: "ServiceUnavailable" } });
  Object.assign(server.store.visits, { keepRefused });
  expect((await send()).status).toBe(400);
  expect((await ask("listVisits", { states: ["refused"] })).body).toMatchObject({ total: 1 });
});
