import { createContext, useContext } from "react";

export type OverlayName = "palette" | "keys" | "account" | "support";

export interface Overlays {
  open: (name: OverlayName) => void;
}

export const OverlaysContext = createContext<Overlays>({ open: () => {} });

/** Opens the frame's own dialogs: the palette, the key sheet, the account. */
export function useOverlays(): Overlays {
  return useContext(OverlaysContext);
}
