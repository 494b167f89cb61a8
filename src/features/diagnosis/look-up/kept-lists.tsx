import type { KeptCode } from "#room/workspace/storage/kept-value.ts";
import { useKeptCodes } from "./keep-codes.ts";
import styles from "./look-up.module.css";

const maxShown = 12;

export function KeptLists({ onOpen }: { readonly onOpen: (code: KeptCode) => void }) {
  const { starred, recent } = useKeptCodes();
  return (
    <>
      <KeptList title="Favorites" codes={starred} onOpen={onOpen} />
      <KeptList title="Recent lookups" codes={recent.slice(0, maxShown)} onOpen={onOpen} />
    </>
  );
}

interface KeptListProps {
  readonly title: string;
  readonly codes: readonly KeptCode[];
  readonly onOpen: (code: KeptCode) => void;
}

function KeptList({ title, codes, onOpen }: KeptListProps) {
  if (codes.length === 0) return null;
  return (
    <section className={styles.kept} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {codes.map((code) => (
          <li key={`${code.codeSystemName ?? ""} ${code.code}`}>
            <button type="button" className={styles.codeRow} onClick={() => onOpen(code)}>
              <code>{code.code}</code>
              <span>{code.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
