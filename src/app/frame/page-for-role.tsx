import { Navigate, Outlet, useMatches } from "@tanstack/react-router";
import { useAccount } from "#room/api/account.ts";
import styles from "./frame.module.css";
import { railLinks } from "./rail-links.tsx";

/** The page of the address, if it is one for this person. Who comes to the first page is led to one of theirs. */
export function PageForRole() {
  const { rights = [], role } = useAccount() ?? {};
  const page = useMatches().at(-1);
  const right = page?.staticData.right;
  if (right === undefined || rights.includes(right)) return <Outlet />;
  const first = railLinks.find((link) => rights.includes(link.right));
  if (page?.pathname === "/visits" && first) return <Navigate to={first.to} replace />;
  return (
    <div className={styles.lone}>
      <div className={styles.unknown}>
        <h1 tabIndex={-1} data-page-heading="">
          This page is not part of your role
        </h1>
        <p>
          You are {role ? `signed in as ${role}` : "signed in"}. Ask an administrator if you need this page.
        </p>
      </div>
    </div>
  );
}
