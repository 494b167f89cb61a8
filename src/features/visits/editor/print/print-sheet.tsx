import type { ReactNode } from "react";
import type { Member } from "#room/billing/member-kinds.ts";
import styles from "./print.module.css";

interface SheetProps {
  readonly title: string;
  readonly heads: readonly Head[];
  readonly count: number;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

interface Head {
  readonly title: string;
  readonly isNumber: boolean;
}

export function headsOf<N extends string>(
  members: Readonly<Record<N, Member>>,
  names: readonly NoInfer<N>[],
): Head[] {
  return names.map((name) => {
    const { kind, label, short = label }: Member = members[name];
    return { title: short, isNumber: kind === "number" || kind === "money" };
  });
}

export const textHead = (title: string): Head => ({ title, isNumber: false });

export function Sheet({ title, heads, count, foot, children }: SheetProps) {
  if (count === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {heads.map(({ title: head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? styles.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {children}
          {foot}
        </tbody>
      </table>
    </>
  );
}
