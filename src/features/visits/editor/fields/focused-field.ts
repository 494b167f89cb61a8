import { useEffect, useState, type RefObject } from "react";
import { fieldOf, type Field } from "#room/ui/grid/cell-dom.ts";

export function useFocusedField(root: RefObject<HTMLElement | null>): Field | undefined {
  const [field, setField] = useState<Field>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    root.current?.addEventListener("focusin", ({ target }) => setField(fieldOf(target)), { signal });
    root.current?.addEventListener("focusout", () => setField(undefined), { signal });
    return () => stop.abort();
  }, [root]);
  return field;
}

export function useBox(element: Element): DOMRect {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const look = () => setTurn((turn) => turn + 1);
    document.addEventListener("scroll", look, { signal, capture: true, passive: true });
    addEventListener("resize", look, { signal });
    // What grows above moves it as well, such as a fault, or what became of the visit: neither has to be around it.
    const sizes = new ResizeObserver(look);
    for (let around = element.parentElement; around; around = around.parentElement)
      for (const each of around.children) sizes.observe(each);
    return () => {
      stop.abort();
      sizes.disconnect();
    };
  }, [element]);
  return element.getBoundingClientRect();
}
