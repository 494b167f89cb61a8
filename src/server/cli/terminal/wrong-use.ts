/** An error the user can fix; only its message is printed. */
export class WrongUse extends Error {}
