import {
  currentAppearance,
  onAppearanceChosen,
  readAppearance,
  takeAppearance,
} from "#room/app/appearance.ts";
import type { KeptValue, Preferences } from "#room/workspace/storage/kept-value.ts";

/** The appearance follows the user: applied from their preferences, saved there once chosen. Returns how to stop. */
export function followPreferences(preferences: KeptValue<Preferences>): () => void {
  let saving = 0;
  const take = () => {
    // What is stored is older than the choice, though another preference may change meanwhile.
    if (saving === 0) takeAppearance(readAppearance(preferences.get()["appearance"]));
  };
  const keep = async () => {
    const appearance = currentAppearance();
    saving += 1;
    try {
      await preferences.update((all) => ({ ...all, appearance }));
    } catch {
      // Failing to save the appearance is not worth a message.
    }
    saving -= 1;
  };
  take();
  const stopTaking = preferences.subscribe(take);
  const stopKeeping = onAppearanceChosen(() => void keep());
  return () => {
    stopTaking();
    stopKeeping();
  };
}
