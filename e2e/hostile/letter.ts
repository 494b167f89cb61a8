/** A letter that attempts something forbidden. `evil` is the address of a server that records every request. */
export interface HostileLetter {
  readonly name: string;
  html(evil: string): string;
}

export const letter = (name: string, html: (evil: string) => string): HostileLetter => ({ name, html });
export const run = (evil: string) =>
  `top.ranHostile=1;window.ranHostile=1;new Image().src='${evil}/ran';open('${evil}/open')`;
