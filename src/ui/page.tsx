import type { ReactNode } from "react";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";
import styles from "./page.module.css";

export function Page({ children, ...header }: PageHeaderProps & { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <PageHeader {...header} />
      {children}
    </div>
  );
}
