/** NIST SP 800-63B-4: so many characters where the password is all that is asked for, so many beside a second factor. */
export const leastPassword = { alone: 15, besideSecondFactor: 8 } as const;

/** Not shown by the interface: a bound, so that nothing is hashed for ever. */
export const mostPassword = 1024;

/** Signs as people count them: a letter with its accent is one. */
function lengthOf(password: string): number {
  return [...password.normalize("NFC")].length;
}

/** What is wrong with a new password's length; undefined when nothing is. */
export function passwordLengthFault(
  password: string,
  least: number = leastPassword.alone,
): string | undefined {
  if (password.length > mostPassword)
    return `Use at most ${mostPassword.toLocaleString("en-US")} characters.`;
  if (lengthOf(password) >= least) return undefined;
  return `Use at least ${least} characters. A few words that don’t belong together work well.`;
}
