import { afterEach, beforeEach, expect, test } from "vitest";
import { findRefusal } from "#room/server/test-refusal.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

const template = {
  name: "Sign it",
  subject: "A note to sign",
  text: "{provider}, {date of service}: {reason}",
};
const words = { signature: "{my name}", templates: [template] };

describeOnBothEngines("letters to providers", (stores) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({}, { databaseUrl: await stores.fresh() });
    await server.store.users.change("casey", { role: "administrator" });
  });
  afterEach(() => server.stop());
  const ask = async (name: string, request: object, as = "casey") => {
    const headers = { authorization: `Bearer ${await server.signIn(as)}` };
    const { status, body } = await server.post(`/json/reply/${name}Request`, request, headers);
    return { status, body, code: findRefusal(body)?.errorCode };
  };

  test("are changed by administrators alone, without fields in subjects", async () => {
    expect((await ask("SaveLetterWords", { version: 0, words }, "robin")).status).toBe(403);
    const named = { ...words, templates: [{ ...template, subject: "Visit of {date of service}" }] };
    expect(await ask("SaveLetterWords", { version: 0, words: named })).toMatchObject({ status: 400 });
    const many = { ...words, templates: Array.from({ length: 31 }, () => template) };
    expect(await ask("SaveLetterWords", { version: 0, words: many })).toMatchObject({ status: 400 });
    const none = { version: 0, words: { signature: "", templates: [] } };
    expect((await ask("GetLetterWords", {}, "robin")).body).toEqual(none);
  });

  test("are read by everybody who writes, not saved over others’", async () => {
    expect((await ask("SaveLetterWords", { version: 0, words })).body).toEqual({ version: 1 });
    expect((await ask("GetLetterWords", {}, "robin")).body).toEqual({ version: 1, words });
    const late = await ask("SaveLetterWords", { version: 0, words: { ...words, templates: [] } });
    expect(late).toMatchObject({ status: 409, code: "LetterWordsChanged" });
    expect((await ask("SaveLetterWords", { version: 1, words: { ...words, signature: "" } })).status).toBe(
      200,
    );
  });
});
