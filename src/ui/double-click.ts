/** The two clicks of a double click are at most this far apart. */
const doubleClickMs = 500;
const doubleClickPixels = 6;

export interface Press<Overlay> {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** The overlay it was in, if any. */
  readonly overlay: Overlay | undefined;
}

/** Whether a press is the second half of a double click whose first half opened or closed the overlay under the pointer. */
export function isSecondHalf<Overlay>(first: Press<Overlay> | undefined, second: Press<Overlay>): boolean {
  return (
    first !== undefined &&
    second.overlay !== first.overlay &&
    second.at - first.at <= doubleClickMs &&
    Math.hypot(second.x - first.x, second.y - first.y) <= doubleClickPixels
  );
}
