import { createPortal } from "react-dom";
import { coverHost } from "./page-cover.ts";
import type { Ask, CoverReason } from "./session-keeper.ts";
import { SecretForm } from "./secret-form.tsx";
import { useKeeper } from "./keeper-context.ts";
import styles from "./session.module.css";

const words: Record<CoverReason, { title: string; lead: string }> = {
  locked: { title: "Locked", lead: "The page is covered. {secret} brings everything back as it was." },
  idle: {
    title: "Locked after a pause",
    lead: "Nobody worked here for a while, so the page was covered. {secret} brings everything back as it was.",
  },
  lost: {
    title: "Your session has ended",
    lead: "What you were doing is kept. Sign in to go on where you were; what the service refused goes again, once.",
  },
  elsewhere: {
    title: "Signed out in another tab",
    lead: "This tab is locked too. {secret} brings everything back as it was.",
  },
  unreached: {
    title: "Not signed out yet",
    lead: "The service could not be told. This page is locked, and your session is ended as soon as the network is back; leave this browser open until then.",
  },
  "other-user": {
    title: "Someone else signed in",
    lead: "Another user is signed in in this browser now. Signing in here takes over from them; their work stays kept.",
  },
};

/** The box over the covered page. The page stays mounted under it, hidden and out of reach. */
export function Cover({ reason, ask, userName }: { reason: CoverReason; ask: Ask; userName: string }) {
  const keeper = useKeeper();
  const { title, lead } = words[reason];
  const secret =
    ask === "provider" ? "Signing in again" : ask === "passphrase" ? "Your passphrase" : "Your password";
  return createPortal(
    <div className={styles.cover} role="dialog" aria-modal="true" aria-labelledby="cover-title">
      <div className={styles.card}>
        <h2 id="cover-title">{title}</h2>
        <p className={styles.lead}>{lead.replace("{secret}", secret)}</p>
        {ask === "provider" ? (
          <p className={styles.lead}>
            A passphrase of your own can lock this page, too: set one under Account, “Workspace and storage”.
          </p>
        ) : null}
        <SecretForm userName={userName} ask={ask} onLeave={() => void keeper.signOut("other-user")} />
      </div>
    </div>,
    coverHost(),
  );
}
