import type { ReactNode } from "react";
import styles from "./page-header.module.css";

export interface PageHeaderProps {
  title: ReactNode;
  back?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, back, meta, actions }: PageHeaderProps) {
  return (
    <header className={`row ${styles.header}`}>
      {back}
      <h1 className={styles.title} tabIndex={-1} data-page-heading="">
        {title}
      </h1>
      {meta ? <div className={`row ${styles.meta}`}>{meta}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
