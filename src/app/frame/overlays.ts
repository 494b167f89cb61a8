import { createContext, useContext } from "react";

export type OverlayName = "palette" | "keys" | "account" | "support";

export interface Overlays {
  open: (name: OverlayName) => void;
}

export const OverlaysContext = createContext<Overlays>({ open: () => {} });

export function useOverlays(): Overlays {
  return useContext(OverlaysContext);
}
