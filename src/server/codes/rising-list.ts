/** Searches in lists that rise, by halves. */

/** The first of so many places that is not before what is sought; the count itself when all are. */
export function firstPlace(count: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place whose value is not below the wanted one. */
export function lowerBound<Value extends number | string>(values: ArrayLike<Value>, wanted: Value): number {
  return firstPlace(values.length, (place) => {
    const value = values[place];
    return value !== undefined && value < wanted;
  });
}

/** The place of a value; -1 when it is not there. */
export function placeIn<Value extends number | string>(values: ArrayLike<Value>, wanted: Value): number {
  const place = lowerBound(values, wanted);
  return values[place] === wanted ? place : -1;
}
