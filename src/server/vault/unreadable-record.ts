/**
 * Something in the store cannot be opened: damaged, moved to a place where it does not belong, or under a key that is
 * not available.
 */
export class UnreadableRecord extends Error {
  /** Names the table, the column and the row, and nothing of the content. */
  readonly place: string;

  constructor(place: string, options?: ErrorOptions) {
    super(`${place} cannot be opened`, options);
    this.name = "UnreadableRecord";
    this.place = place;
  }
}
