import type { SharedLetter } from "#room/contract/schemas/shared-letter.ts";

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Who is writing an answer at that instant, other than this user. */
export function otherAnswering(letter: SharedLetter, userName: string, now: number): string | undefined {
  const { answeringBy, answeringUntil = "" } = letter;
  if (!answeringBy || isSame(answeringBy, userName)) return undefined;
  return Date.parse(answeringUntil ?? "") > now ? answeringBy : undefined;
}

/** Who else has answered it. */
export function otherAnswered({ answeredBy }: SharedLetter, userName: string): string | undefined {
  return !answeredBy || isSame(answeredBy, userName) ? undefined : answeredBy;
}

/** Who else has taken it, while nobody has answered. */
export function otherTook({ takenBy, answeredBy }: SharedLetter, userName: string): string | undefined {
  return !takenBy || answeredBy || isSame(takenBy, userName) ? undefined : takenBy;
}

export const isMine = (name: string | null | undefined, userName: string) =>
  typeof name === "string" && isSame(name, userName);

/** How far it is, in a few words; the address while nobody has begun. */
export function sharedWords(letter: SharedLetter, userName: string, now: number): string {
  const you = (name: string) => (isSame(name, userName) ? "you" : name);
  const { answeredBy, takenBy, address } = letter;
  if (answeredBy) return `Answered by ${you(answeredBy)}`;
  const writing = otherAnswering(letter, userName, now);
  if (writing !== undefined) return `${writing} is answering`;
  if (takenBy) return isSame(takenBy, userName) ? "You have it" : `${takenBy} has it`;
  return address.slice(0, address.indexOf("@") + 1) || address;
}

/** Who has read it: "you and robin". */
export function readWords({ readBy }: SharedLetter, userName: string): string {
  const names = readBy.map((name) => (isSame(name, userName) ? "you" : name));
  return new Intl.ListFormat("en-US").format(
    names.toSorted((a, b) => Number(b === "you") - Number(a === "you")),
  );
}
