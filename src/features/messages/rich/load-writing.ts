import { loadCode } from "#room/api/load-code.ts";
import type * as Code from "./rich-writer.ts";

let loading: Promise<typeof Code> | undefined;
let code: typeof Code | undefined;

export const writingNow = () => code;

/** What formats: larger than all else that a new message loads, and not needed before somebody writes. */
export function loadWriting(): Promise<typeof Code> {
  loading ??= loadCode(() => import("./rich-writer.ts"))
    .then((loaded) => (code = loaded))
    .finally(() => (loading = undefined));
  return loading;
}
