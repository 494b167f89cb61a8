import type { ReactNode } from "react";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

export function Page({ children, ...header }: PageHeaderProps & { readonly children: ReactNode }) {
  return (
    <div>
      <PageHeader {...header} />
      {children}
    </div>
  );
}
