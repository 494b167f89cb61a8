/** Something in the store cannot be opened: damaged, moved to where it does not belong, or under a key that is not here. */
export class UnreadableRecord extends Error {
  /** Names the table, the column and the row, and nothing that is in it. */
  readonly place: string;

  constructor(place: string, options?: ErrorOptions) {
    super(`${place} cannot be opened`, options);
    this.name = "UnreadableRecord";
    this.place = place;
  }
}
