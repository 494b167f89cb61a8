const least = 8;
const most = 1000;

/** Not shown by the interface: a password has 8 to 1,000 characters. What is wrong with it; undefined when nothing is. */
export function passwordFault(password: string): string | undefined {
  if (password.length < least) return `A password has at least ${least} characters.`;
  return password.length > most ? "A password has at most 1,000 characters." : undefined;
}
