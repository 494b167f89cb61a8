import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OperationFacts } from "#room/contract/operation.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";
import { operationKeys, registry } from "#room/contract/registry.ts";
import {
  withTotp,
  firstStep,
  call,
  codeOf,
  by,
  errorOf,
  server,
  startOnFile,
  credentials,
  minute,
  serverOfEach,
} from "./test-second-factor.ts";

serverOfEach();

describe("an authenticator app", () => {
  it("is asked for after the password, and then ends Auth", async () => {
    const { secret } = await withTotp();
    const cookie = await firstStep("casey", { continue: "/visits", rememberMe: true });
    expect((await call("SecondFactor", {}, cookie)).body).toEqual({ ways: ["totp", "recovery"] });
    const done = await call("ProveSecondFactor", { code: codeOf(secret) }, cookie);
    expect(done.body).toMatchObject({ userName: "casey", referrerUrl: "/visits", responseStatus: {} });
    expect(String(done.headers["set-cookie"])).toMatch(
      /ss-factor=; Max-Age=0.*ss-id=[^;]+; Max-Age=1209600/s,
    );
    expect((await call("Account", {}, by(done.body["sessionId"]))).status).toBe(200);
    // Neither the code nor the handle is valid for another session.
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
    const again = await firstStep();
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, again))).toBe("400 WrongProof");
    server.clock.now += 30_000;
    expect((await call("ProveSecondFactor", { code: codeOf(secret) }, again)).status).toBe(200);
  });

  it("works again once a clock is set back", async () => {
    const { secret } = await withTotp();
    const signIn = async () => call("ProveSecondFactor", { code: codeOf(secret) }, await firstStep());
    server.clock.now += 30 * 24 * 60 * minute;
    expect((await signIn()).status).toBe(200);
    server.clock.now -= 30 * 24 * 60 * minute;
    expect((await signIn()).status).toBe(200);
    expect(errorOf(await signIn())).toBe("400 WrongProof");
    // A small correction never lets a code work twice.
    server.clock.now += minute;
    expect((await signIn()).status).toBe(200);
    server.clock.now -= minute;
    expect(errorOf(await signIn())).toBe("400 WrongProof");
  });

  it("ends no sign-in begun before its password was changed", async () => {
    const { secret, session } = await withTotp();
    const cookie = await firstStep();
    const passwords = { oldPassword: passwordOfCasey, newPassword: "plenty of other words" };
    expect((await call("ChangePassword", passwords, session)).status).toBe(200);
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
  });

  it("is refused in the words of what was typed", async () => {
    await withTotp();
    const told = async (proof: object) =>
      String(findRefusal((await call("ProveSecondFactor", proof, await firstStep())).body)?.message);
    expect(await told({ code: "000000" })).toContain("wait for the next one");
    expect(await told({ recoveryCode: "aaaa-bbbb" })).toMatch(/isn’t one of your recovery codes/);
    expect(await told({ recoveryCode: "aaaa-bbbb" })).not.toContain("half a minute");
  });

  it("holds only after its first code, by this session", async () => {
    const session = by(await server.signIn());
    const { body } = await call("AddFactor", { kind: "totp" }, session);
    const secret = String(body["secret"]);
    expect(String(body["address"])).toContain(`secret=${secret}`);
    const other = by(await server.signIn());
    expect(errorOf(await call("ConfirmFactor", { code: codeOf(secret) }, other))).toBe("400 SetUpExpired");
    expect(errorOf(await call("ConfirmFactor", { code: "000000" }, session))).toBe("400 WrongProof");
    expect((await server.post("/auth", credentials("casey"))).status).toBe(200);
    expect((await call("ConfirmFactor", { code: codeOf(secret) }, session)).status).toBe(200);
    // Those signed in with only a password are signed out.
    expect((await call("Account", {}, other)).status).toBe(401);
    expect((await call("Account", {}, session)).status).toBe(200);
  });

  it("takes only this user's proof, in this sign-in, in time", async () => {
    const casey = await withTotp();
    const robin = await withTotp("robin");
    const cookie = await firstStep();
    const prove = (body: object, headers: Record<string, string> = cookie) =>
      call("ProveSecondFactor", body, headers);
    expect(errorOf(await prove({ code: codeOf(robin.secret) }))).toBe("400 WrongProof");
    expect(errorOf(await prove({ recoveryCode: robin.recoveryCodes[0] }))).toBe("400 WrongProof");
    expect(errorOf(await prove({ code: codeOf(casey.secret) }, await firstStep("robin")))).toBe(
      "400 WrongProof",
    );
    expect(errorOf(await prove({ code: codeOf(casey.secret) }, {}))).toBe("400 SignInExpired");
    expect(errorOf(await prove({ code: codeOf(casey.secret) }, { cookie: "ss-factor=made-up" }))).toBe(
      "400 SignInExpired",
    );
    expect(errorOf(await prove({}))).toBe("400 NotEmpty");
    server.clock.now += 5 * minute;
    expect(errorOf(await prove({ code: codeOf(casey.secret) }))).toBe("400 SignInExpired");
    expect(errorOf(await call("SecondFactor", {}, cookie))).toBe("400 SignInExpired");
  });

  it("signs nobody in who was disabled meanwhile", async () => {
    const { secret } = await withTotp();
    const cookie = await firstStep();
    await server.store.users.change("casey", { disabled: true });
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
  });

  it("takes no sign-in's proof with a handle of something else", async () => {
    const { secret, session } = await withTotp();
    const cookie = await firstStep();
    await server.store.db
      .updateTable("factor_challenge")
      .set({ content: JSON.stringify({ kind: "add-totp", secret }) })
      .execute();
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
    expect((await call("Account", {}, session)).status).toBe(200);
  });

  it("ends a sign-in after five wrong codes, names after ten", async () => {
    const { secret } = await withTotp();
    for (let round = 0; round < 2; round += 1) {
      const cookie = await firstStep();
      for (let times = 0; times < 5; times += 1)
        expect(errorOf(await call("ProveSecondFactor", { code: "000000" }, cookie))).toBe("400 WrongProof");
      expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
        "400 SignInExpired",
      );
    }
    expect(errorOf(await server.post("/auth", credentials("casey")))).toBe("429 TooManyRequests");
    server.clock.now += 15 * minute;
    const cookie = await firstStep();
    expect((await call("ProveSecondFactor", { code: codeOf(secret) }, cookie)).status).toBe(200);
  });

  it("gives a burst of sign-ins no more guesses", async () => {
    const folder = mkdtempSync(join(tmpdir(), "console-factor-"));
    await startOnFile(join(folder, "console.db"));
    await withTotp();
    const begun = await Promise.all(Array.from({ length: 12 }, () => firstStep()));
    const answers = await Promise.all(
      begun.flatMap((cookie) =>
        Array.from({ length: 5 }, () => call("ProveSecondFactor", { code: "000000" }, cookie)),
      ),
    );
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(answers.filter((answer) => errorOf(answer) === "400 WrongProof")).toHaveLength(10);
  });

  it("makes one session of two right codes at once", async () => {
    const { secret, recoveryCodes } = await withTotp();
    const cookie = await firstStep();
    const proofs = [{ code: codeOf(secret) }, { code: codeOf(secret) }, { recoveryCode: recoveryCodes[0] }];
    const answers = await Promise.all(proofs.map((proof) => call("ProveSecondFactor", proof, cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("recovery codes", () => {
  it("are used up only by what they open", async () => {
    const { recoveryCodes, session } = await withTotp();
    const cookie = await firstStep();
    const answers = await Promise.all(
      recoveryCodes.slice(0, 4).map((recoveryCode) => call("ProveSecondFactor", { recoveryCode }, cookie)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await call("Factors", {}, session)).body).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it("are ten, each good once, worthless after new ones", async () => {
    const { recoveryCodes, session, secret } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    const use = async (recoveryCode: string) =>
      call("ProveSecondFactor", { recoveryCode }, await firstStep());
    expect((await use(first.replaceAll("-", " ").toUpperCase())).status).toBe(200);
    expect(errorOf(await use(first))).toBe("400 WrongProof");
    const made = await call("RecoveryCodes", {}, session);
    expect(made.body["recoveryCodes"]).toHaveLength(10);
    expect(errorOf(await use(second))).toBe("400 WrongProof");
    expect((await call("Factors", {}, session)).body).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await call("ProveSecondFactor", { code: codeOf(secret) }, await firstStep())).status).toBe(200);
    const rows = await server.store.db
      .selectFrom("audit_entry")
      .select("subject")
      .where("action", "=", "changed factor")
      .execute();
    expect(rows.map(({ subject }) => subject)).toEqual([
      "casey: authenticator app added",
      "used a recovery code",
      "casey: new recovery codes",
    ]);
  });
});

describe("a role that needs a second factor", () => {
  it("lets nobody do anything before it is set up", async () => {
    const session = by(await server.signIn("robin"));
    expect((await call("Account", {}, session)).body).toMatchObject({ mustSetUpFactor: true });
    for (const key of operationKeys) {
      const operation: OperationFacts = registry[key];
      if (operation.session !== "header") continue;
      const answer = await server.post(`/json/reply/${operation.name}`, {}, session);
      expect(answer.status === 403 && errorOf(answer).endsWith("SetUpNeeded"), key).toBe(
        operation.beforeFactor !== true,
      );
    }
    const inBody = {
      loggedInUser: "robin",
      sessionKey: session["x-ss-id"],
      emailServiceType: "DirectMessage",
    };
    expect((await call("GetMessageSummaries", inBody, {})).body).toMatchObject({ unauthorizedAccess: true });
    const { body } = await call("AddFactor", { kind: "totp" }, session);
    await call("ConfirmFactor", { code: codeOf(String(body["secret"])) }, session);
    expect((await call("Account", {}, session)).body).not.toHaveProperty("mustSetUpFactor");
    expect((await call("DirectAddresses", {}, session)).status).toBe(200);
    expect(errorOf(await call("RemoveFactor", { totp: true }, session))).toBe("409 FactorRequired");
  });
});

describe("a reset", () => {
  it("is an administrator's, never one's own, and ends sessions", async () => {
    const casey = await withTotp();
    const { session } = await withTotp("robin");
    expect(errorOf(await call("ResetFactor", { userName: "robin" }, session))).toBe("403 NotYourOwn");
    expect(errorOf(await call("ResetFactor", { userName: "robin" }, casey.session))).toBe("403 Forbidden");
    const cookie = await firstStep();
    const factors = async () =>
      ((await call("ListPeople", {}, session)).body["people"] as Person[]).map((one) => one.secondFactor);
    await server.store.users.add({ name: "kim", role: "administrator", createdAt: 1 });
    expect(await factors()).toEqual(["set", "missing", "set"]);
    expect((await call("ResetFactor", { userName: "CASEY" }, session)).status).toBe(200);
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(casey.secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
    expect((await call("Account", {}, casey.session)).status).toBe(401);
    expect((await server.post("/auth", credentials("casey"))).status).toBe(200);
    expect(errorOf(await call("ResetFactor", { userName: "casey" }, session))).toBe("409 NoFactor");
    expect(await factors()).toEqual(["none", "missing", "set"]);
    const rows = await server.store.db
      .selectFrom("audit_entry")
      .select(["actor", "subject"])
      .where("action", "=", "changed factor")
      .execute();
    expect(rows).toContainEqual({ actor: "robin", subject: "casey: reset" });
  });
});
