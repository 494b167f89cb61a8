import { Listeners } from "#room/signals/listeners.ts";
import type { CallFailure } from "./failures.ts";

const listeners = new Listeners<[CallFailure]>();

/** Called for every failed call, whoever made it and however they handle it. */
export const onCallFailure = listeners.add;

export const reportCallFailure = listeners.tell;
