/** What the service said about a visit of the clinic's queue. Times are by its clock, in milliseconds since 1970. */
export interface VisitStanding {
  readonly visitId: string;
  /** Increments with every change of a visit: an answer with a lower number is late. */
  readonly changeNumber: number;
  readonly state: "withheld" | "refused" | "charged" | "closed";
  /** Its newest event. */
  readonly eventId: string;
  readonly takenBy?: string;
  readonly takenSince?: number;
  readonly takenUntil?: number;
}

/** Who may work on a visit now, as known to this tab. `wasMine`: this user had it, and did not give it back. */
export type Claim =
  /** The service was not asked, or does not have the visit. */
  | { readonly kind: "unknown" }
  | { readonly kind: "free" }
  | { readonly kind: "mine"; readonly until: number }
  | {
      readonly kind: "theirs";
      readonly by: string;
      readonly since?: number;
      readonly until: number;
      readonly wasMine: boolean;
    }
  /** This user had it; it expired, and nobody else has it. */
  | { readonly kind: "ran-out" }
  | { readonly kind: "closed"; readonly wasMine: boolean }
  | { readonly kind: "charged"; readonly eventId: string; readonly wasMine: boolean };

/** User names are case-insensitive. */
export function isSameUser(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Renewing a visit may leave its number unchanged; the later expiry is then the newer one. */
export function isOlder(next: VisitStanding, known: VisitStanding): boolean {
  if (next.changeNumber !== known.changeNumber) return next.changeNumber < known.changeNumber;
  return (next.takenUntil ?? 0) < (known.takenUntil ?? 0);
}
