import { contractNow } from "./contract.ts";
import { serviceConfig, setServiceConfig } from "./service-config.ts";
import { keysOf } from "./parse-config.ts";

/** Limits the extensions to those this user may use; the others are treated as missing. */
export function narrowExtensions(rights: readonly string[]): void {
  const contract = contractNow();
  const extensions = keysOf(serviceConfig().extensionNames).filter((key) => {
    const right = contract?.registry[key].right ?? "anyone";
    return right === "anyone" || right === "signed-in" || rights.includes(right);
  });
  setServiceConfig({ ...serviceConfig(), extensions });
}
