import { createPortal } from "react-dom";
import { coverHost } from "./page-cover.ts";
import type { Ask, CoverReason } from "./session-keeper.ts";
import { SecretForm } from "./secret-form.tsx";
import { useKeeper } from "./keeper-context.ts";
import styles from "./session.module.css";

const words: Record<CoverReason, { title: string; lead: string }> = {
  locked: { title: "Locked", lead: "This page is locked. {secret} brings everything back as it was." },
  idle: {
    title: "Locked while you were away",
    lead: "Nothing happened here for a while, so this page was locked. {secret} brings everything back as it was.",
  },
  lost: {
    title: "Your session has ended",
    lead: "Your work is kept. Sign in to pick up where you left off. What couldn’t be sent will be sent again, once.",
  },
  elsewhere: {
    title: "Signed out in another tab",
    lead: "This tab is locked too. {secret} brings everything back as it was.",
  },
  unreached: {
    title: "Not signed out yet",
    lead: "The service couldn’t be reached. This page is locked, and your session ends as soon as you are back online. Leave this browser open until then.",
  },
  "other-user": {
    title: "Someone else signed in",
    lead: "Another user is now signed in to this browser. If you sign in here, they are signed out; their work is kept.",
  },
};

export function Cover({ reason, ask, userName }: { reason: CoverReason; ask: Ask; userName: string }) {
  const keeper = useKeeper();
  const { title, lead } = words[reason];
  const secret =
    ask === "provider" ? "Signing in again" : ask === "passphrase" ? "Your passphrase" : "Your password";
  return createPortal(
    <div className={styles.cover} role="dialog" aria-modal="true" aria-labelledby="cover-title">
      <div className="lone-card">
        <h2 id="cover-title">{title}</h2>
        <p className="lead">{lead.replace("{secret}", secret)}</p>
        {ask === "provider" ? (
          <p className="lead">
            You can also lock this page with a passphrase of your own: set one under Account, “Workspace and
            storage”.
          </p>
        ) : null}
        <SecretForm userName={userName} ask={ask} onLeave={() => void keeper.signOut("other-user")} />
      </div>
    </div>,
    coverHost(),
  );
}
