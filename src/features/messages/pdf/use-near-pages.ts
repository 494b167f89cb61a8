import { type RefObject, useEffect, useState } from "react";
import { useWidth } from "#room/ui/use-width.ts";

export function useNearPages(box: RefObject<HTMLElement | null>, count: number) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState(1);
  const width = useWidth(box);

  useEffect(() => {
    const root = box.current;
    if (!root || count === 0) return undefined;
    const pages = [...root.querySelectorAll<HTMLElement>("[data-page]")];
    const seen = new Set<number>();
    const middle = () => {
      const { top, height } = root.getBoundingClientRect();
      const candidates = pages.filter((page) => seen.has(Number(page.dataset["page"])));
      const read = candidates.findLast((page) => page.getBoundingClientRect().top <= top + height / 2);
      if (read) setCurrent(Number(read.dataset["page"]));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const page = Number(target.getAttribute("data-page"));
          if (isIntersecting) seen.add(page);
          else seen.delete(page);
        }
        setNear(new Set(seen));
        // After a jump, the scroll event comes before this one.
        middle();
      },
      { root, rootMargin: "100% 0px" },
    );
    for (const page of pages) observer.observe(page);
    root.addEventListener("scroll", middle, { passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener("scroll", middle);
    };
  }, [box, count]);
  return { near, current, width };
}
