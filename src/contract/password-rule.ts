/** Minimum lengths (NIST SP 800-63B-4): with the password as the only factor, and with a second factor. */
export const minPassword = { alone: 15, besideSecondFactor: 8 } as const;

/** Not shown by the interface: bounds the cost of hashing. */
export const maxPassword = 1024;

/** Length in characters as people count them: an accented letter is one. */
function lengthOf(password: string): number {
  return [...password.normalize("NFC")].length;
}

/** The issue with a new password's length; undefined when there is none. */
export function passwordLengthFault(password: string, least: number = minPassword.alone): string | undefined {
  if (password.length > maxPassword) return `Use at most ${maxPassword.toLocaleString("en-US")} characters.`;
  if (lengthOf(password) >= least) return undefined;
  return `Use at least ${least} characters. A few words that don’t belong together work well.`;
}
