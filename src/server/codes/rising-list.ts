/** The first index, up to a count, that is not before the target; the count if all are. */
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

/** The first index whose value is not below the target. */
export function lowerBound<Value extends number | string>(values: ArrayLike<Value>, wanted: Value): number {
  return firstPlace(values.length, (place) => {
    const value = values[place];
    return value !== undefined && value < wanted;
  });
}

/** The index of a value; -1 if it is missing. */
export function placeIn<Value extends number | string>(values: ArrayLike<Value>, wanted: Value): number {
  const place = lowerBound(values, wanted);
  return values[place] === wanted ? place : -1;
}

/** The number of a key: those that are new get the next one. */
export function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const number = numbers.get(key) ?? numbers.size;
  if (number === numbers.size) numbers.set(key, number);
  return number;
}
