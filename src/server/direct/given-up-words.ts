import type { GivenUp } from "#room/server/aside/side-thread.ts";

/** Why a letter was not read, as the end of a sentence. */
export const givenUpWords: Readonly<Record<GivenUp["reason"], string>> = {
  memory: "it takes more memory to read than any letter",
  time: "it takes longer to read than any letter",
  crash: "reading it failed",
};
