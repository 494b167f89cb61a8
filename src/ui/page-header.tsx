import type { ReactNode } from "react";
import styles from "./page-header.module.css";

export interface PageHeaderProps {
  title: ReactNode;
  /** Before the title: the back link. */
  back?: ReactNode;
  /** After the title: state, ids, when it was saved. */
  meta?: ReactNode;
  /** The page's buttons, primary last. */
  actions?: ReactNode;
}

/** The page's title and actions. The heading takes the focus after navigation. */
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
