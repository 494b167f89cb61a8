import { type ComponentType, createElement, lazy, useState } from "react";
import { loadCode } from "#room/api/load-code.ts";

/** Stands where a part would whose build has gone. */
function Nothing() {
  return null;
}

/**
 * A part of a page whose code loads when it is shown, or before: `ahead` is given how. While the service cannot be
 * reached it waits for it, under the fallback of its `Suspense`; it never takes the page down. `Missing` is shown if the
 * service no longer has its file.
 */
export function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = Nothing,
  ahead?: (load: () => Promise<unknown>) => void,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  const once = () =>
    (loading ??= loadCode(load)
      .catch(() => Missing)
      .then((Part) => ({ default: (Loaded = Part) })));
  const Late = lazy(once);
  ahead?.(once);
  return function Part(props: Props) {
    // What is loaded stands there with the key that asked for it, not a moment later.
    const [Shown] = useState(() => Loaded ?? Late);
    return createElement(Shown, props);
  };
}
