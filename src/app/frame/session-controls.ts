import { createContext, useContext } from "react";

/** What the frame can do with the session. */
export interface SessionControls {
  userName: string;
  /** Covers the page immediately and drops the key; the password restores everything. */
  lock: () => void;
  /** Ends the session in every tab of this browser. */
  signOut: () => void;
  /** Also ends the user's sessions on other devices. */
  signOutEverywhere: () => void;
}

export const SessionControlsContext = createContext<SessionControls | undefined>(undefined);

export function useSessionControls(): SessionControls {
  const controls = useContext(SessionControlsContext);
  if (!controls) throw new Error("This part stands outside the session gate");
  return controls;
}
