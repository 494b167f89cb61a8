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
