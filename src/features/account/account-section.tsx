import { type ReactNode, useId } from "react";
import styles from "./account.module.css";

interface AccountSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead ? <p className="lead">{lead}</p> : null}
      {children}
    </section>
  );
}
