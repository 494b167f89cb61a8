import type { Handlers } from "./define-handler.ts";
import * as every from "./every-handler.ts";

/** By operation: one that is missing does not compile. */
export const handlers: Handlers = { ...every };
