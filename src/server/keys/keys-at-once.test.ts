import * as fc from "fast-check";
import { expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { newSecret } from "./keyring.ts";

const operations = [registry.chargeVisit.name];
const at = Date.parse("2026-11-02T09:00:00Z");
const expiresAt = at + 1e9;
const wishOf = (name: string) => ({ name, operations, practices: [], expiresAt, by: "casey", at });

describeOnBothEngines("keys that several change at once", (stores) => {
  test("have one current secret, and one answer per change", async () => {
    const { programKeys } = await stores.open();
    let count = 0;
    const action = fc.constantFrom("rotate", "rotate", "rotate", "end", "end old");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
        async (rounds) => {
          const name = `Key ${(count += 1)}`;
          const first = newSecret();
          const both = await Promise.all([
            programKeys.add(wishOf(name), first.kept),
            programKeys.add(wishOf(name.toUpperCase()), newSecret().kept),
          ]);
          const [key, ...none] = both.filter((each) => each !== undefined);
          expect(none).toEqual([]);
          if (!key) throw new Error("none of two was made");
          let isEnded = false;
          for (const round of rounds) {
            const before = await programKeys.byId(key.keyId);
            const current = before?.secrets.find(({ worksUntil }) => worksUntil === undefined)?.mark ?? "";
            const given = round.map(() => newSecret());
            const outcomes = await Promise.all(
              round.map((each, index) =>
                each === "rotate"
                  ? programKeys.rotate(key.keyId, given[index]?.kept ?? first.kept, {
                      current,
                      worksUntil: at + 1e6,
                      expiresAt,
                      at,
                    })
                  : each === "end"
                    ? programKeys.end(key.keyId, at, "casey")
                    : programKeys.endSecret(key.keyId, current, at),
              ),
            );
            expect(outcomes.filter((outcome) => outcome === "done").length).toBeLessThanOrEqual(
              isEnded ? 0 : 1,
            );
            const ended = outcomes.filter((outcome, index) => round[index] === "end" && outcome === true);
            expect(ended.length).toBe(!isEnded && round.includes("end") ? 1 : 0);
            isEnded ||= ended.length > 0;
            const after = await programKeys.byId(key.keyId);
            const standing = after?.secrets.filter(({ worksUntil }) => worksUntil === undefined) ?? [];
            expect(standing).toHaveLength(1);
            // The secret that was shown is the one that works; the others were never stored.
            for (const [index, outcome] of outcomes.entries()) {
              const found = await programKeys.findSecret(given[index]?.kept.hash ?? "");
              expect(found !== undefined).toBe(outcome === "done");
              if (outcome === "done") expect(standing[0]?.mark).toBe(found?.mark);
            }
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  test("end in every process at once, stopping charges", async () => {
    const databaseUrl = await stores.fresh();
    const servers = [
      await startTestServer({}, { databaseUrl }),
      await startTestServer({}, { databaseUrl }),
    ] as const;
    try {
      const [one, two] = servers;
      const { secret, kept } = newSecret();
      const key = await one.store.programKeys.add(wishOf("Rules engine"), kept);
      const charge = async (server: typeof one, seed: number) => {
        const body = { AutoChargedEvent: buildEvent({ seed }) };
        return (await server.post("/AutoChargeEntry/Billing/ChargedVisit", body, { "x-ss-id": secret }))
          .status;
      };
      const before = await Promise.all([charge(one, 81), charge(two, 82)]);
      expect(before).toEqual([200, 200]);
      const during = Array.from({ length: 30 }, (_, index) => charge(index % 2 === 0 ? one : two, index + 1));
      const [ended, ...answers] = await Promise.all([
        one.store.programKeys.end(key?.keyId ?? 0, at, "casey"),
        ...during,
      ]);
      expect(ended).toBe(true);
      expect(await Promise.all([charge(one, 91), charge(two, 92)])).toEqual([401, 401]);
      const made = await one.store.db.selectFrom("invoice").selectAll().execute();
      expect(made).toHaveLength(before.length + answers.filter((status) => status === 200).length);
      expect(answers.every((status) => status === 200 || status === 401)).toBe(true);
    } finally {
      for (const server of servers) await server.stop();
    }
  });
});
