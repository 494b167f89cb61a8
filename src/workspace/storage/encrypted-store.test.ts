import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { Vault } from "#room/workspace/keys/vault.ts";
import { keysOf } from "#room/workspace/keys/vault-keys.ts";
import type { TabChannel } from "#room/workspace/tabs/tab-channel.ts";
import { Database } from "./database.ts";
import { EncryptedStore } from "./encrypted-store.ts";

/** Runs something else while a value is being sealed. */
class BusyVault extends Vault {
  meanwhile: (() => Promise<void>) | undefined;

  override async sealJson(place: string, value: unknown) {
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return super.sealJson(place, value);
  }
}

const silent: TabChannel = { post: () => undefined, listen: () => () => undefined, close: () => undefined };

async function tab() {
  const vault = new BusyVault();
  vault.unlock(await keysOf(new Uint8Array(32)));
  const engine = new EncryptedStore(await Database.open("two tabs"), vault, silent);
  await engine.load();
  const add = (text: string) =>
    engine.change({ unit: "a", apply: (value) => [...((value as string[] | undefined) ?? []), text] });
  return { vault, engine, add };
}

test("another tab's write during sealing is not overwritten", async () => {
  const [first, second] = [await tab(), await tab()];
  first.vault.meanwhile = async () => {
    await second.add("second");
    await first.engine.follow(["a"], 1);
  };
  await first.add("first");
  expect((await tab()).engine.value("a")).toEqual(["second", "first"]);
  expect(first.engine.value("a")).toEqual(["second", "first"]);
});
