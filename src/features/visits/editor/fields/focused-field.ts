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
    // A fault that appears above moves it as well.
    const sizes = new ResizeObserver(look);
    const around = element.closest("fieldset");
    if (around) sizes.observe(around);
    return () => {
      stop.abort();
      sizes.disconnect();
    };
  }, [element]);
  return element.getBoundingClientRect();
}
