import { type RefObject, useInsertionEffect, useRef } from "react";

/** What was drawn last, for handlers that stay the same while it changes. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value);
  useInsertionEffect(() => {
    newest.current = value;
  });
  return newest;
}
