import { useId, useMemo, useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { type MailLink, safeHref } from "#room/features/messages/html-mail/mail-link.ts";
import { beginningOf, needsEqualWidth, type TextBlock, textBlocks, textParts } from "./text-blocks.ts";
import styles from "./plain-text.module.css";

/** What `onLink` leads to. */
export const LinkDialog = lateDialog(
  async () => (await import("#room/features/messages/html-mail/link-dialog.tsx")).LinkDialog,
);

export interface PlainTextProps {
  text: string;
  onLink(link: MailLink): void;
}

const shortQuote = 4;

/**
 * Plain text with its layout; links ask first, long quotes are folded, and the rest of a very long text is shown on
 * demand.
 */
export function PlainText({ text, onLink }: PlainTextProps) {
  const [isWhole, setWhole] = useState(false);
  const first = useMemo(() => beginningOf(text), [text]);
  const shown = isWhole ? text : first;
  return (
    <>
      <div className={styles.text} data-equal-width={needsEqualWidth(shown) || undefined}>
        {textBlocks(shown).map((block, at) => (
          // The order of a text's blocks is fixed.
          <Block key={at} block={block} onLink={onLink} />
        ))}
      </div>
      {shown === text ? null : (
        <Button look="quiet" size="small" data-print="hidden" onClick={() => setWhole(true)}>
          Show the rest of this long message
        </Button>
      )}
    </>
  );
}

function Block({ block, onLink }: { block: TextBlock; onLink: PlainTextProps["onLink"] }) {
  const [isOpen, setOpen] = useState(block.kind === "text" || block.lines.length <= shortQuote);
  const id = useId();
  const isFolded = block.kind === "quote" && block.lines.length > shortQuote;
  return (
    <>
      {isFolded ? (
        <Button
          look="quiet"
          size="small"
          className={styles.fold ?? ""}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide quoted text" : `Show quoted text (${block.lines.length} lines)`}
        </Button>
      ) : null}
      <div id={id} hidden={!isOpen} className={block.kind === "quote" ? styles.quote : undefined}>
        {block.lines.map((line, at) => (
          <Line key={at} line={line} onLink={onLink} />
        ))}
      </div>
    </>
  );
}

function Line({ line, onLink }: { line: string; onLink: PlainTextProps["onLink"] }) {
  if (line === "") return <div className={styles.line}> </div>;
  return (
    <div className={styles.line}>
      {textParts(line).map((part, at) => {
        const href = part.href === undefined ? undefined : safeHref(part.href);
        if (href === undefined) return part.text;
        return (
          <button
            key={at}
            type="button"
            className={`link ${styles.link}`}
            onClick={() => onLink({ href, text: part.text })}
          >
            {part.text}
          </button>
        );
      })}
    </div>
  );
}
