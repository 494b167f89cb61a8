import { Brand } from "#room/ui/brand.tsx";
import { useKeeper } from "./keeper-context.ts";
import { SecretForm } from "./secret-form.tsx";
import styles from "./session.module.css";

/** After a reload the session lives on but the key is gone: asks for the password before any page is drawn. */
export function UnlockPage({ userName, why }: { userName: string; why: "reload" | "other-secret" }) {
  const keeper = useKeeper();
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <h1 tabIndex={-1} data-page-heading="">
          Open your workspace
        </h1>
        <p className={styles.lead}>
          {why === "reload"
            ? "You are signed in. Your drafts in this browser are encrypted; your password opens them."
            : "You are signed in. Your drafts in this browser are still locked with the password you had before; it is asked for this once."}
        </p>
        <SecretForm
          userName={userName}
          submitLabel="Open"
          passwordLabel={why === "reload" ? "Password" : "Old password"}
          onSubmit={(password) => keeper.openWith(password)}
          onLeave={() => void keeper.signOut("other-user")}
        />
      </div>
    </main>
  );
}
