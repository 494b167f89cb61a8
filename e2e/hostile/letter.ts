/** A letter that tries to do something it must not. `evil` is the address of a server that writes down every request. */
export interface HostileLetter {
  readonly name: string;
  html(evil: string): string;
}

export const letter = (name: string, html: (evil: string) => string): HostileLetter => ({ name, html });
export const run = (evil: string) =>
  `top.ranHostile=1;window.ranHostile=1;new Image().src='${evil}/ran';open('${evil}/open')`;
