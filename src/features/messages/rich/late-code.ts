import { loadCode } from "#room/api/load-code.ts";

/** Code that is loaded when it is needed: one load for all who wait, in the order in which they came. */
function lateCode<Code>(load: () => Promise<Code>) {
  let loading: Promise<Code> | undefined;
  let code: Code | undefined;
  return {
    now: () => code,
    load: () =>
      (loading ??= load()
        .then((loaded) => (code = loaded))
        .finally(() => (loading = undefined))),
  };
}

/** What reads HTML as a letter. A new message does without it until something formatted is pasted. */
export const htmlReader = lateCode(() => import("./letter-of-html.ts"));

/** What formats: larger than all else that a new message loads, and not needed before somebody writes. */
export const writing = lateCode(() => loadCode(() => import("./rich-writer.ts")));
