import { Suspense } from "react";
import { loadPart } from "#room/features/parts/load-part.ts";
import styles from "#room/features/sign-in/sign-in.module.css";
import type { PasskeyButtonProps } from "./passkey-button.tsx";

const PasskeyButton = loadPart(async () => (await import("./passkey-button.tsx")).PasskeyButton);

/** The button, loaded only where passkeys are possible: not at an IP address or over an insecure connection. */
export function PasskeySlot(props: PasskeyButtonProps) {
  return mayHavePasskeys() ? (
    <Suspense fallback={<div className={styles.space} />}>
      <PasskeyButton {...props} />
    </Suspense>
  ) : null;
}

export function mayHavePasskeys(): boolean {
  return isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
