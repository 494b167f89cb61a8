import { createContext, useContext, useSyncExternalStore } from "react";
import type { SessionKeeper, SessionState } from "./session-keeper.ts";

export const KeeperContext = createContext<SessionKeeper | undefined>(undefined);

export function useKeeper(): SessionKeeper {
  const keeper = useContext(KeeperContext);
  if (!keeper) throw new Error("This part stands outside the console");
  return keeper;
}

export function useSessionState(): SessionState {
  const keeper = useKeeper();
  return useSyncExternalStore(keeper.subscribe, keeper.state);
}
