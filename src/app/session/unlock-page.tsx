import { Brand } from "#room/ui/brand.tsx";
import { useKeeper } from "./keeper-context.ts";
import { SecretForm } from "./secret-form.tsx";
import type { Ask } from "./session-keeper.ts";

/** The session exists but the key does not (after a reload or a password change): asks before any page is rendered. */
export function UnlockPage({ userName, ask }: { userName: string; ask: Ask }) {
  const keeper = useKeeper();
  return (
    <main className="lone">
      <div className="lone-card">
        <Brand />
        <h1 tabIndex={-1} data-page-heading="">
          Open your workspace
        </h1>
        <p className="lead">You are signed in. Your data on this device is encrypted.</p>
        <SecretForm
          userName={userName}
          ask={ask}
          submitLabel="Open"
          onLeave={() => void keeper.signOut("other-user")}
        />
      </div>
    </main>
  );
}
