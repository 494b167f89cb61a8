import { setFlagsFromString } from "node:v8";

/**
 * V8 allocates as old at once what it takes for long-lived, from what it saw while the server warmed up. In one start of
 * five it took a part of each answer for that: all of every answer then stays until the next full collection.
 *
 * Its figure (`npm run bench -- codes`, on Node 20): in such a start DiagnosisVerify does 0.44 of its floor instead of
 * 0.66.
 */
export function keepHeapSteady(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
