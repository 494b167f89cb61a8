import { useDebounced } from "#room/ui/use-debounced.ts";
import { type AddressFinding, checkTyped, type Reach } from "./check-address.ts";

/** As long as a hand rests within a word. */
export const typingRestMs = 500;

/** What blocks the addresses in a text that is still typed, once typing pauses. */
export function useTypedFindings(text: string, reach: Reach): readonly AddressFinding[] {
  return useDebounced(text, typingRestMs, "") === text ? checkTyped(text, reach) : [];
}
