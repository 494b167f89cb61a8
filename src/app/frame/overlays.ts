import { createContext, useContext } from "react";

export type OverlayName = "palette" | "keys" | "account" | "support";

export interface Overlays {
  open: (name: OverlayName) => void;
}

export const OverlaysContext = createContext<Overlays>({ open: () => {} });

/** Opens the frame's dialogs: the palette, the shortcut list, the account. */
export function useOverlays(): Overlays {
  return useContext(OverlaysContext);
}
