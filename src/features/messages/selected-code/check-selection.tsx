import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { CheckedCode } from "#room/features/codes/checked-code.tsx";
import styles from "./selected-code.module.css";
import { useSelectedCode } from "./use-selected-code.ts";

/** A diagnosis code selected in the message is checked immediately, for today. */
export function CheckSelection({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const code = useSelectedCode(part);
  return (
    <div ref={part}>
      {children}
      <div role="status" className={styles.overLetter} data-print="hidden">
        {code === undefined ? null : (
          <CheckedCode code={code}>
            <Link to="/diagnosis" search={{ code }}>
              Look up
            </Link>
          </CheckedCode>
        )}
      </div>
    </div>
  );
}
