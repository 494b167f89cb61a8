import { type RefObject, useLayoutEffect, useState } from "react";
import { Button } from "#room/ui/button.tsx";
import viewer from "#room/features/messages/viewer.module.css";

function pageIn(box: RefObject<HTMLElement | null>, number: number) {
  return box.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
}

const zooms = [0.5, 0.75, 1, 1.5, 2, 3];

/** The zoom, which keeps the center in place. */
export function useZoom(box: RefObject<HTMLElement | null>, current: number) {
  const [view, setView] = useState({ zoom: 1, page: 1, part: 0 });
  const change = (zoom: number) => {
    const page = pageIn(box, current);
    if (!box.current || !page || zoom === view.zoom) return;
    const middle = box.current.scrollTop + box.current.clientHeight / 2;
    setView({ zoom, page: current, part: (middle - page.offsetTop) / page.offsetHeight });
  };
  useLayoutEffect(() => {
    const page = pageIn(box, view.page);
    if (!box.current || !page) return;
    const middle = page.offsetTop + view.part * page.offsetHeight;
    box.current.scrollTo({ top: middle - box.current.clientHeight / 2 });
  }, [box, view]);
  return [view.zoom, change] as const;
}

interface ZoomProps {
  current: number;
  count: number;
  zoom: number;
  onZoom(zoom: number): void;
}

export function Zoom({ current, count, zoom, onZoom }: ZoomProps) {
  const smaller = zooms.findLast((step) => step < zoom);
  const larger = zooms.find((step) => step > zoom);
  return (
    <div className={viewer.bar}>
      <span className={viewer.count}>
        Page {current} of {count}
      </span>
      <Button size="small" aria-disabled={smaller === undefined} onClick={() => onZoom(smaller ?? zoom)}>
        Smaller
      </Button>
      <Button size="small" aria-disabled={larger === undefined} onClick={() => onZoom(larger ?? zoom)}>
        Larger
      </Button>
      <Button size="small" onClick={() => onZoom(1)}>
        Fit width
      </Button>
    </div>
  );
}
