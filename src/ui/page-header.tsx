import type { ReactNode } from "react";
import styles from "./page-header.module.css";

export interface PageHeaderProps {
  title: ReactNode;
  /** Stands before the title: the way back. */
  back?: ReactNode;
  /** Stands after the title: its state, its ids, when it was saved. */
  meta?: ReactNode;
  /** The page's buttons, the main one last. */
  actions?: ReactNode;
}

/** The page's title with its actions. The heading takes the focus when the page is come to. */
export function PageHeader({ title, back, meta, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back}
      <h1 className={styles.title} tabIndex={-1} data-page-heading="">
        {title}
      </h1>
      {meta ? <div className={styles.meta}>{meta}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
