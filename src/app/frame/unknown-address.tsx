import { Link } from "@tanstack/react-router";
import { buttonClass } from "#room/ui/button-class.ts";
import styles from "./frame.module.css";

export function UnknownAddress() {
  return (
    <main>
      <UnknownPage />
    </main>
  );
}

export function UnknownPage() {
  return (
    <div className={styles.lone}>
      <div className={styles.unknown}>
        <h1 tabIndex={-1} data-page-heading="">
          There’s no page at this address
        </h1>
        <p>Nothing is lost. The address may be cut off, or the page may have moved.</p>
        <Link to="/visits" className={buttonClass("primary")}>
          Go to Visits
        </Link>
      </div>
    </div>
  );
}
