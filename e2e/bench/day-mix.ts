import { pathOf } from "#room/server/description/openapi.ts";
import type { OperationKey } from "#room/contract/registry.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { addressOf, passwordOf, type UserName, userNames } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

interface Person {
  readonly name: UserName;
  readonly sessionKey: string;
}

/** A few processes that answer the same calls. */
export interface Target {
  readonly name: string;
  readonly urls: readonly string[];
  readonly people: readonly Person[];
  readonly pathOf: (key: OperationKey) => string;
}

const event = buildEvent({ charges: 3, diagnoses: 3, payments: 1 });
let sent = Date.now() % 1_000_000_000;

/** Of a hundred calls of a day: what they are, most frequent first. */
const mix: readonly (readonly [share: number, key: OperationKey, body: (person: Person) => object])[] = [
  [36, "verifyDiagnosis", () => ({ code: "J06.9", svcDate: "2026-11-02" })],
  [
    20,
    "chargeVisit",
    () => {
      sent += 1;
      const seeded = buildEvent({ seed: sent });
      const visitCharged = { ...event.visitCharged, visitId: seeded.visitCharged.visitId };
      return { AutoChargedEvent: { ...event, eventId: seeded.eventId, visitCharged } };
    },
  ],
  [15, "listVisits", () => ({ sort: "need", isDescending: true })],
  [10, "listMessageSummaries", ({ name, sessionKey }) => ({ sessionKey, loggedInUser: name })],
  [8, "searchDiagnoses", () => ({ query: "acute sinusitis" })],
  [5, "listChanges", () => ({})],
  [
    5,
    "sendMessage",
    ({ name, sessionKey }) => ({
      sessionKey,
      loggedInUser: name,
      email: { to: [addressOf("quinn")], subject: "Record", textBody: "As discussed." },
    }),
  ],
  [1, "authenticate", ({ name }) => ({ userName: name, password: passwordOf(name) })],
];
const order = mix.flatMap((entry) =>
  Array.from({ length: entry[0] }, (_, at) => ({ entry, at: at / entry[0] })),
);
order.sort((left, right) => left.at - right.at);

export const keyAt = (n: number) => order[n % order.length]?.entry[1];

/** Nothing was done; the service answers the same call in a second. */
export class TooOften extends Error {}

/** Makes the nth call of a day. */
export async function call({ urls, people, pathOf }: Target, n: number): Promise<void> {
  const entry = order[n % order.length]?.entry;
  const person = people[n % people.length];
  if (!entry || !person) throw new Error("Nothing to call");
  const [, key, body] = entry;
  const answer = await fetch(`${urls[n % urls.length]}${pathOf(key)}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // Who signs in anew has no session yet: one that is presented ends.
      ...(key === "authenticate" ? {} : { authorization: `Bearer ${person.sessionKey}` }),
    },
    body: JSON.stringify(body(person)),
  });
  const text = await answer.text();
  if (answer.status === 429) throw new TooOften(`${key} was asked for too often`);
  if (!answer.ok) throw new Error(`${key} answered ${answer.status}: ${text.slice(0, 300)}`);
}

/** Our own processes, with as many sessions as one address may use, so that no limit of calls is what ends it. */
export async function serviceOf(name: string, urls: readonly string[]): Promise<Target> {
  const people: Person[] = [];
  for (let at = 0; at < 20; at += 1) {
    const person = userNames[at % 4] ?? "casey";
    const wire = new WireClient(urls[0] ?? "");
    await wire.signIn(person);
    people.push({ name: person, sessionKey: wire.sessionId ?? "" });
  }
  return { name, urls, people, pathOf };
}
