import { createContext, useContext } from "react";

/** What the frame's own parts may do with the session. */
export interface SessionControls {
  userName: string;
  /** Covers the page at once and drops the key; the password brings all back as it was. */
  lock: () => void;
  /** Ends the session in every tab of this browser. */
  signOut: () => void;
  /** Ends the user's sessions on other machines too. */
  signOutEverywhere: () => void;
}

export const SessionControlsContext = createContext<SessionControls | undefined>(undefined);

export function useSessionControls(): SessionControls {
  const controls = useContext(SessionControlsContext);
  if (!controls) throw new Error("This part stands outside the session gate");
  return controls;
}
