import type { Faults } from "#room/contract/operation.ts";

/** The members of every messaging answer (interface 2.12, 2.14). */
interface FlaggedReply {
  errorMessage?: string | null | undefined;
  hasError: boolean;
}

/** A failure with only hasError and its text, when no flag of the interface fits. */
export type PlainFault = "other";

/**
 * Reads and writes the flags of a messaging answer: with hasError, exactly one of them is true; hasError is
 * true exactly when errorMessage is not empty (wire decisions, Errors).
 */
export function flagFaults<Flag extends string, Reply extends FlaggedReply & Record<Flag, boolean>>(
  flags: readonly Flag[],
  empty: Reply,
): Faults<Reply, Flag | PlainFault> {
  return {
    codes: [...flags, "other"],
    filled(answer) {
      if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
      const given = Object.entries(answer).filter(([, member]) => member !== null);
      // An answer with no member of ours, such as a gateway's {}, is not an empty list.
      const isOurs = Object.keys(answer).some((name) => name in empty);
      const added = Object.entries(empty).filter(
        ([, member]) => member === false || (isOurs && Array.isArray(member)),
      );
      return { ...Object.fromEntries(added), ...Object.fromEntries(given) };
    },
    read(answer) {
      if (typeof answer !== "object" || answer === null) return undefined;
      const members: Readonly<Record<string, unknown>> = { ...answer };
      const flag = flags.find((name) => members[name] === true);
      const message = typeof members["errorMessage"] === "string" ? members["errorMessage"] : "";
      if (flag !== undefined) return { code: flag, message };
      return members["hasError"] === true || message !== "" ? { code: "other", message } : undefined;
    },
    write(code, message) {
      const flag = code === "other" ? {} : { [code]: true };
      return { ...empty, ...flag, errorMessage: message, hasError: true };
    },
  };
}
