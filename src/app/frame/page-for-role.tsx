import { Outlet, useMatches, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAccount } from "#room/api/account.ts";
import styles from "./frame.module.css";
import { railLinks } from "./rail-links.tsx";

/** The requested page, if the user may see it. The start page redirects to one of theirs. */
export function PageForRole() {
  const { rights = [], role } = useAccount() ?? {};
  const page = useMatches().at(-1);
  const right = page?.staticData.right;
  const isTheirs = right === undefined || rights.includes(right);
  const theirs = railLinks.filter((link) => rights.includes(link.right));
  // Anyone may look up codes; an auditor comes for the trail.
  const first = (theirs.find((link) => link.right !== "codes") ?? theirs[0])?.to;
  const to = !isTheirs && page?.pathname === "/visits" ? first : undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (to !== undefined) void navigate({ to, replace: true });
  }, [to, navigate]);
  if (isTheirs) return <Outlet />;
  if (to !== undefined) return null;
  return (
    <div className={styles.lone}>
      <div className={styles.unknown}>
        <h1 tabIndex={-1} data-page-heading="">
          Your role doesn’t include this page
        </h1>
        <p>
          You are {role ? `signed in as ${role}` : "signed in"}. Ask an administrator if you need this page.
        </p>
      </div>
    </div>
  );
}
