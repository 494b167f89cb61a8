import { type ReactNode, Suspense } from "react";
import { useAfter } from "#room/ui/use-after.ts";

/** By then the first page has what it needs, or waits for the service. */
const calmMs = 400;

/** Parts that a page is used without: they are loaded after it, so that it waits for nothing of them. */
export function Later({ children }: { readonly children: ReactNode }) {
  const isCalm = useAfter(calmMs);
  return isCalm ? <Suspense fallback={null}>{children}</Suspense> : null;
}
