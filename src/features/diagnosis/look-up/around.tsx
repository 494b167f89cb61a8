import type { ResponseOf } from "#room/contract/registry.ts";
import { CodeList } from "./code-list.tsx";
import styles from "./look-up.module.css";

interface AroundProps {
  readonly detail: ResponseOf<"describeDiagnosis">;
  readonly onOpen: (code: string) => void;
}

/** The hierarchy: chapter, ancestors, siblings and children. */
export function Around({ detail, onOpen }: AroundProps) {
  const { chapter, path, children, siblings, seventhCharacters } = detail;
  // If all of them can be billed, they are listed as such.
  const below = children.some(({ isChargeable }) => !isChargeable) ? children : [];
  return (
    <>
      {chapter ? (
        <nav className={styles.codes} aria-label="Code tree">
          <h2>Code tree</h2>
          <p className={`quiet ${styles.aside}`}>
            Chapter {chapter.from}–{chapter.to}: {chapter.title}
          </p>
          <ol className={styles.path}>
            {path.map((step, depth) => (
              <li key={step.code} style={{ marginInlineStart: 12 * depth }}>
                {step.code === detail.code.code ? (
                  <span className={styles.codeRow} aria-current="true">
                    <code>{step.code}</code>
                    <span>{step.description}</span>
                  </span>
                ) : (
                  <button type="button" className={styles.codeRow} onClick={() => onOpen(step.code)}>
                    <code>{step.code}</code>
                    <span>{step.description}</span>
                  </button>
                )}
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {seventhCharacters.length > 0 ? (
        <section className={styles.codes} aria-label="Seventh character">
          <h2>What the seventh character means</h2>
          <dl className={styles.characters}>
            {seventhCharacters.map(({ character, meaning }) => (
              <div key={character}>
                <dt>
                  <code>{character}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <CodeList key={`below ${detail.code.code}`} title="Next level down" codes={below} onOpen={onOpen} />
      <CodeList key={`beside ${detail.code.code}`} title="Related codes" codes={siblings} onOpen={onOpen} />
    </>
  );
}
