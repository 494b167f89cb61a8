import { randomUUID } from "node:crypto";
import { type ErrorResponse, JsonApiClient, JsonServiceClient } from "@servicestack/client";
import { registry, type OperationKey } from "#room/contract/registry.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { addressOf, passwordOf } from "#e2e/server-process.ts";

needs("a server of ours");

/** A request object as ServiceStack's own code generator writes it. */
function dto(key: OperationKey, body: Record<string, unknown>) {
  return {
    ...body,
    getTypeName: () => registry[key].name,
    getMethod: () => "POST",
    createResponse: (): Record<string, unknown> => ({}),
  };
}

const newGuid = () => guidFromUuid(randomUUID());

function event() {
  return {
    eventId: newGuid(),
    visitCharged: {
      visitId: newGuid(),
      practiceId: newGuid(),
      charges: [{ cpt: "99213", quantity: 1, charge: { currency: "USD", amount: 120.1 }, billable: true }],
    },
    audit: { canAutoCharge: true, manualReviewNeeded: false, stopProcessing: false },
  };
}

function clients(url: string) {
  const bare = new JsonServiceClient(url);
  bare.basePath = "";
  return [
    ["basePath = ''", bare],
    ["its default /api", new JsonServiceClient(url)],
    ["JsonApiClient, which sends text/plain", JsonApiClient.create(url)],
  ] as const;
}

async function refusal(call: Promise<unknown>): Promise<ErrorResponse> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toHaveProperty("responseStatus.errorCode");
  // The client throws plain objects of this shape, as checked on the line above.
  return error as ErrorResponse;
}

for (const [name, index] of [
  ["basePath = ''", 0],
  ["its default /api", 1],
  ["JsonApiClient", 2],
] as const) {
  test(`a stock ServiceStack client (${name}) does the whole round`, async ({ server }) => {
    const client = clients(server.url)[index]?.[1];
    if (!client) throw new Error("no such client");
    const credentials = { provider: "credentials", userName: "alex", password: passwordOf("alex") };

    const early = await refusal(client.post(dto("chargeVisit", { AutoChargedEvent: event() })));
    expect(early.responseStatus?.errorCode).toBe("Unauthorized");
    const wrong = await refusal(client.post(dto("authenticate", { ...credentials, password: "wrong" })));
    expect(wrong.responseStatus?.errorCode).toBe("Unauthorized");

    const session = await client.post(dto("authenticate", credentials));
    expect(session["userName"]).toBe("alex");
    const faulty = event();
    const broken = {
      ...faulty,
      visitCharged: { ...faulty.visitCharged, charges: [{ cpt: "", quantity: 1 }] },
    };
    const invalid = await refusal(client.post(dto("chargeVisit", { AutoChargedEvent: broken })));
    expect(invalid.responseStatus?.errorCode).toBe("NotEmpty");
    expect(invalid.responseStatus?.errors?.map((field) => field.fieldName)).toEqual([
      "AutoChargedEvent.visitCharged.charges[0].cpt",
      "AutoChargedEvent.visitCharged.charges[0].charge",
    ]);

    expect(await client.post(dto("chargeVisit", { AutoChargedEvent: event() }))).toMatchObject({
      result: true,
    });
    expect(await client.post(dto("verifyDiagnosis", { code: "i10" }))).toMatchObject({
      isValid: true,
      code: { code: "I10", isChargeable: true },
    });

    const keys = {
      sessionKey: session["sessionId"],
      loggedInUser: "alex",
      emailServiceType: "DirectMessage",
    };
    const email = {
      to: [addressOf("alex")],
      from: addressOf("alex"),
      subject: `Round ${index}`,
      textBody: "Hello",
    };
    const sent = await client.post(dto("sendMessage", { ...keys, email }));
    expect(sent).toMatchObject({ hasError: false });
    const list = await client.post(dto("listMessageSummaries", keys));
    expect(list).toMatchObject({ hasError: false });
    expect(list["summaries"]).toContainEqual(
      expect.objectContaining({ messageId: sent["messageId"], subject: `Round ${index}` }),
    );

    await client.post(dto("authenticate", { provider: "logout" }));
    const after = await client.post(dto("listMessageSummaries", keys));
    expect(after).toMatchObject({ hasError: true, hasSessionKeyExpired: true });
  });
}
