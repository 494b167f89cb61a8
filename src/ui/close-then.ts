import { flushSync } from "react-dom";

/** Closes a dialog, then goes on in the same task, so that keys pressed right after have where to go. */
export function closeThen(close: () => void, then: () => void): void {
  flushSync(close);
  then();
}
