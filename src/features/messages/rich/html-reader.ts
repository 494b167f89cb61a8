import type * as Reader from "./letter-of-html.ts";

let loading: Promise<typeof Reader> | undefined;
let reader: typeof Reader | undefined;

export const htmlReaderNow = () => reader;

/** What reads HTML as a letter. A new message does without it until something formatted is pasted. */
export function htmlReader(): Promise<typeof Reader> {
  // One for all who wait: in the order in which they came.
  loading ??= import("./letter-of-html.ts")
    .then((loaded) => (reader = loaded))
    .finally(() => (loading = undefined));
  return loading;
}
