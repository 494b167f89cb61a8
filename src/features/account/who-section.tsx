import type { ResponseOf } from "#room/contract/registry.ts";
import { AccountSection } from "./account-section.tsx";
import styles from "./account.module.css";

/** The user's name and role. Only an administrator can change them. */
export function WhoSection({ account }: { readonly account: ResponseOf<"getOwnAccount"> }) {
  const { userName, displayName, role, addresses } = account;
  return (
    <AccountSection title="You">
      <dl className={styles.facts}>
        <dt>User name</dt>
        <dd>{userName}</dd>
        {displayName ? (
          <>
            <dt>Name</dt>
            <dd>{displayName}</dd>
          </>
        ) : null}
        <dt>Role</dt>
        <dd>{role}</dd>
        <dt>{addresses.length === 1 ? "Direct address" : "Direct addresses"}</dt>
        <dd>{addresses.length === 0 ? "none" : addresses.join(", ")}</dd>
      </dl>
    </AccountSection>
  );
}
