import { useEffect } from "react";
import {
  currentAppearance,
  onAppearanceChanged,
  readAppearance,
  takeAppearance,
} from "#room/app/appearance.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** The look goes with the user: taken from their workspace when it opens, kept there when it changes. Draws nothing. */
export function AppearanceSync() {
  const { preferences } = useWorkspace();
  useEffect(() => {
    const take = () => takeAppearance(readAppearance(preferences.get()["appearance"]));
    take();
    const stopTaking = preferences.subscribe(take);
    const stopKeeping = onAppearanceChanged(() => {
      const appearance = currentAppearance();
      // A look that could not be kept is no loss worth a word.
      preferences.update((all) => ({ ...all, appearance })).catch(() => undefined);
    });
    return () => {
      stopTaking();
      stopKeeping();
    };
  }, [preferences]);
  return null;
}
