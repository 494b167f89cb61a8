import { type ReactNode, useId } from "react";
import styles from "./account.module.css";

interface AccountSectionProps {
  title: string;
  /** Its purpose, in a sentence or two. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A section of the page, with its heading. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </section>
  );
}
