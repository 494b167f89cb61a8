import { useMemo, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { readCcda } from "./read-ccda.ts";
import styles from "./ccda-view.module.css";
import { Section } from "./ccda-section.tsx";

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
    <article className={styles.document} aria-label={read.title}>
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
      {read.sections.length === 0 ? <p className={styles.empty}>It has no sections to read.</p> : null}
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
