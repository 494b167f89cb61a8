import { useCallback, useState } from "react";

/**
 * The rendered height of a row (density, zoom and a narrow page change it), and the ref that measures one of them. All
 * rows are alike, so one is enough, without forcing layout.
 */
export function useRowHeight(first: number): readonly [number, (row: HTMLTableRowElement) => () => void] {
  const [height, setHeight] = useState(first);
  const measure = useCallback((row: HTMLTableRowElement) => {
    const observer = new ResizeObserver(() => {
      const now = row.getBoundingClientRect().height;
      if (now > 0) setHeight(now);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return [height, measure];
}
