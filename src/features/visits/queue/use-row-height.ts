import { useCallback, useState } from "react";

/**
 * The height of a row as it is drawn (density, zoom and a narrow page change it), and what to give to one of the rows
 * to know it. All rows are alike, so one is enough, and no layout is forced to learn it.
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
