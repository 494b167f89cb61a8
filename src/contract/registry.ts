import * as operations from "./operations.ts";
import { keysOf } from "./keys-of.ts";
import type * as z from "zod/mini";

/** Every operation. Client, server, samples and wire tests iterate this list. */
export const registry = { ...operations };

export type OperationKey = keyof typeof registry;
export type RequestOf<K extends OperationKey> = z.output<(typeof registry)[K]["request"]>;
export type ResponseOf<K extends OperationKey> = z.output<(typeof registry)[K]["response"]>;

/** The operations that may be cached and refetched. */
export type ReadKey = {
  [K in OperationKey]: (typeof registry)[K]["effect"] extends "read" ? K : never;
}[OperationKey];

export const operationKeys = keysOf(registry);
