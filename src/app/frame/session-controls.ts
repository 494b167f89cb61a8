import { createContext, useContext } from "react";

export interface SessionControls {
  userName: string;
  /** Covers the page immediately and drops the key; the password restores everything. */
  lock: () => void;
  /** Asks first while something is not confirmed as sent. `everywhere`: also on the user's other devices. */
  signOut: (everywhere: boolean) => void;
}

export const SessionControlsContext = createContext<SessionControls | undefined>(undefined);

export function useSessionControls(): SessionControls {
  const controls = useContext(SessionControlsContext);
  if (!controls) throw new Error("This part stands outside the session gate");
  return controls;
}
