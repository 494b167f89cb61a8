import styles from "./ccda-view.module.css";
import { useMemo, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { readCcda, type CcdaBlock, type CcdaRun, type CcdaSection } from "./read-ccda.ts";

function Section({ section }: { section: CcdaSection }) {
  return (
    <details className={styles.section} open>
      <summary>{section.title}</summary>
      {section.blocks.length === 0 && section.sections.length === 0 ? (
        <p className="quiet">This section is empty.</p>
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

/** A C-CDA document rendered from its sections in our own styles; its stylesheet is ignored. */
export function CcdaView({ xml }: { xml: string }) {
  const read = useMemo(() => readCcda(xml), [xml]);
  if ("fault" in read) {
    return (
      <Banner tone="warn" title="This document cannot be read here">
        {read.fault} Save it to open it elsewhere, or ask the sender for another format.
      </Banner>
    );
  }
  return (
    <article className="stack" aria-label={read.title}>
      <h3 className={styles.title}>{read.title}</h3>
      <dl className={styles.facts}>
        {read.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {read.hidden.map(([name, value]) => (
          <HiddenFact key={name} name={name} value={value} />
        ))}
      </dl>
      {read.isCut ? <Banner tone="plain" title="Only the first part is shown; save it to see all." /> : null}
      {read.sections.length === 0 ? <p className="quiet">It has no sections to read.</p> : null}
      {read.sections.map((section, at) => (
        // The order of a document's sections is fixed; the same goes for all lists below.
        <Section key={at} section={section} />
      ))}
    </article>
  );
}

function HiddenFact({ name, value }: { name: string; value: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isShown ? value : "hidden"}{" "}
        <Button
          size="small"
          look="quiet"
          data-print="hidden"
          aria-label={`${isShown ? "Hide" : "Show"} ${name}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </Button>
      </dd>
    </div>
  );
}
