import { useEffect } from "react";
import {
  currentAppearance,
  onAppearanceChanged,
  readAppearance,
  takeAppearance,
} from "#room/app/appearance.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/**
 * The appearance follows the user: loaded from their workspace when it opens, saved there when it changes. Renders
 * nothing.
 */
export function AppearanceSync() {
  const { preferences } = useWorkspace();
  useEffect(() => {
    const take = () => takeAppearance(readAppearance(preferences.get()["appearance"]));
    take();
    const stopTaking = preferences.subscribe(take);
    const stopKeeping = onAppearanceChanged(() => {
      const appearance = currentAppearance();
      // Failing to save the appearance is not worth a message.
      preferences.update((all) => ({ ...all, appearance })).catch(() => undefined);
    });
    return () => {
      stopTaking();
      stopKeeping();
    };
  }, [preferences]);
  return null;
}
