import type { CcdaBlock, CcdaRun, CcdaSection } from "./read-ccda.ts";
import styles from "./ccda-view.module.css";

export function Section({ section }: { section: CcdaSection }) {
  return (
    <details className={styles.section} open>
      <summary>{section.title}</summary>
      {section.blocks.length === 0 && section.sections.length === 0 ? (
        <p className={styles.empty}>This section is empty.</p>
      ) : null}
      <Blocks blocks={section.blocks} />
      {section.sections.map((inner, at) => (
        <Section key={at} section={inner} />
      ))}
    </details>
  );
}

function Blocks({ blocks }: { blocks: readonly CcdaBlock[] }) {
  return blocks.map((block, at) => <Block key={at} block={block} />);
}

function Block({ block }: { block: CcdaBlock }) {
  if (block.kind === "paragraph") return <Runs runs={block.runs} />;
  if (block.kind === "table") return <Table table={block} />;
  const List = block.ordered ? "ol" : "ul";
  return (
    <>
      {block.caption === "" ? null : <p className={styles.caption}>{block.caption}</p>}
      <List className={styles.list}>
        {block.items.map((item, at) => (
          <li key={at}>
            <Blocks blocks={item} />
          </li>
        ))}
      </List>
    </>
  );
}

function Runs({ runs }: { runs: readonly CcdaRun[] }) {
  return (
    <p className={styles.paragraph}>
      {runs.map((run, at) =>
        run.break ? (
          <br key={at} />
        ) : (
          <span key={at} data-bold={run.bold} data-italic={run.italic} data-underline={run.underline}>
            {run.text}
          </span>
        ),
      )}
    </p>
  );
}

function Table({ table }: { table: Extract<CcdaBlock, { kind: "table" }> }) {
  return (
    // Wide tables scroll, so the box must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label={table.caption || "Table"}>
      <table className={styles.table}>
        {table.caption === "" ? null : <caption>{table.caption}</caption>}
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.cells.map((cell, index) => {
                const Cell = cell.header || row.header ? "th" : "td";
                return (
                  <Cell key={index} colSpan={cell.span} rowSpan={cell.rows}>
                    <Blocks blocks={cell.blocks} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
