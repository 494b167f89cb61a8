import { describe, expect, it } from "vitest";
import type { OperationFacts } from "#room/contract/operation.ts";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";
import {
  by,
  server,
  minute,
  errorOf,
  call,
  codeOf,
  credentials,
  withTotp,
  serverOfEach,
} from "./test-second-factor.ts";

serverOfEach();

describe("asked again", () => {
  it("after ten minutes, by password or by factor alone", async () => {
    const session = by(await server.signIn());
    server.clock.now += 10 * minute;
    expect(errorOf(await call("AddFactor", { kind: "totp" }, session))).toBe("403 ProveAgain");
    expect((await call("Proof", {}, session)).body).toEqual({ ways: ["password"] });
    expect(errorOf(await call("ProveAgain", { password: "wrong" }, session))).toBe("400 WrongProof");
    expect(errorOf(await call("AddFactor", { kind: "totp" }, session))).toBe("403 ProveAgain");
    expect((await call("ProveAgain", { password: passwordOfCasey }, session)).status).toBe(200);
    const secret = String((await call("AddFactor", { kind: "totp" }, session)).body["secret"]);
    await call("ConfirmFactor", { code: codeOf(secret) }, session);

    server.clock.now += 10 * minute;
    expect(errorOf(await call("RemoveFactor", { totp: true }, session))).toBe("403 ProveAgain");
    expect((await call("Proof", {}, session)).body).toEqual({ ways: ["totp", "recovery"] });
    expect(errorOf(await call("ProveAgain", { password: passwordOfCasey }, session))).toBe("400 NotEmpty");
    expect(errorOf(await call("ProveAgain", { code: "000000" }, session))).toBe("400 WrongProof");
    expect((await call("ProveAgain", { code: codeOf(secret) }, session)).status).toBe(200);
    expect((await call("RemoveFactor", { totp: true }, session)).status).toBe(200);
    expect((await server.post("/auth", credentials("casey"))).status).toBe(200);
  });

  it("wherever the registry says so, and nowhere else", async () => {
    const { session } = await withTotp("robin");
    server.clock.now += 10 * minute;
    for (const key of operationKeys) {
      const operation: OperationFacts = registry[key];
      if (operation.session !== "header" || key === "listChanges") continue;
      const answer = await server.post(`/json/reply/${operation.name}`, {}, session);
      expect(errorOf(answer) === "403 ProveAgain", key).toBe(operation.asksAgain === true);
    }
  });

  it("and no burst of wrong codes is let through", async () => {
    const { session } = await withTotp();
    for (let times = 0; times < 10; times += 1) await call("ProveAgain", { code: "000000" }, session);
    expect(errorOf(await call("ProveAgain", { code: "000000" }, session))).toBe("429 TooManyRequests");
  });
});
