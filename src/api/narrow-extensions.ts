import { contractNow } from "./contract.ts";
import { serviceConfig, setServiceConfig } from "./service-config.ts";
import { keysOf } from "./parse-config.ts";

/**
 * Of the extensions only those are left that this person may use: what has no extension of the service does without,
 * and so does who may not use it.
 */
export function narrowExtensions(rights: readonly string[]): void {
  const contract = contractNow();
  const extensions = keysOf(serviceConfig().extensionNames).filter((key) => {
    const right = contract?.registry[key].right ?? "anyone";
    return right === "anyone" || right === "signed-in" || rights.includes(right);
  });
  setServiceConfig({ ...serviceConfig(), extensions });
}
