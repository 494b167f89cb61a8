/** What the person at the terminal can mend; its message is all that is printed. */
export class WrongUse extends Error {}
