import type { Node as LetterNode } from "prosemirror-model";
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { plainPlace } from "#room/features/messages/composer/plain-editor.tsx";
import { whenIdle } from "#room/features/parts/load-ahead.ts";
import { useAfter } from "#room/ui/use-after.ts";
import { EarlyLines } from "./early-lines.tsx";
import { EditorToolbar } from "./editor-toolbar.tsx";
import { holdForWriting, whenUncovered } from "./hold-for-writing.ts";
import styles from "./rich-editor.module.css";
import { writing } from "./late-code.ts";
import type { WithWriter, Writer, WritingState } from "./writer.ts";
import type { TextPlace, WritingField } from "./writing-field.ts";

const patienceMs = 5000;

/** What is pressed after something that formats comes after it. Without a connection nobody waits for long. */
function Formatting({ onTooLate }: { onTooLate(): void }) {
  useLayoutEffect(() => {
    const goOn = holdForWriting();
    return () => void goOn();
  }, []);
  const isTooLate = useAfter(patienceMs);
  useEffect(() => {
    if (isTooLate) void whenUncovered().then(onTooLate);
  }, [isTooLate, onTooLate]);
  return null;
}

export interface RichEditorProps {
  ref: Ref<WritingField>;
  /** At first, once its code is there; later changes are ignored. None: an empty one, written in before. */
  letter?: LetterNode;
  error: string | undefined;
  /** Takes the initial focus, at the start. */
  startsHere: boolean;
  onChange(content: { html: string; text: string }): void;
}

interface Awaited {
  readonly run: (writer: Writer) => void;
  /** Without it. */
  readonly otherwise: (() => void) | undefined;
}

/** The field in which a formatted message is written. Until what formats is loaded, its lines are written as plain text. */
export function RichEditor({ ref, letter, error, startsHere, onChange }: RichEditorProps) {
  const [isOpen, setOpen] = useState(() => writing.now() !== undefined);
  const [isMissing, setMissing] = useState(false);
  const [isAwaited, setAwaited] = useState(false);
  const [told, setTold] = useState<WritingState>({ isOn: {}, isInTable: false });
  const holder = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  const writer = useRef<Writer>(undefined);
  const awaited = useRef<Awaited[]>([]);
  const isComposing = useRef(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  const open = () => {
    const code = writing.now();
    if (!code || writer.current || isComposing.current || !holder.current) return;
    const { current: typed } = lines;
    const hasFocus = typed !== null && document.activeElement === typed;
    const own = code.openWriter(holder.current, {
      letter,
      className: styles.editor ?? "",
      startsHere,
      onState: setTold,
      onChange: (content) => latest.current(content),
    });
    writer.current = own;
    if (!typed) return;
    own.take(typed);
    if (hasFocus) own.focus();
    for (const { run } of awaited.current.splice(0)) run(own);
    flushSync(() => {
      setOpen(true);
      setAwaited(false);
    });
    if (hasFocus) own.showCursor();
  };
  const openUncovered = () => whenUncovered().then(open);
  const load = () => void writing.load().then(openUncovered, () => setMissing(true));
  // As it is when it appears.
  const first = useRef({ open, load });
  useLayoutEffect(() => {
    const { open, load } = first.current;
    if (writing.now()) open();
    else void whenIdle().then(load);
    return () => writer.current?.destroy();
  }, []);

  const withWriter: WithWriter = (run, otherwise) => {
    if (writer.current) return run(writer.current);
    awaited.current.push({ run, otherwise });
    setAwaited(true);
    load();
  };
  const giveUp = () => {
    setAwaited(false);
    for (const { otherwise } of awaited.current.splice(0)) otherwise?.();
  };
  useImperativeHandle(ref, () => {
    const place = (): TextPlace | undefined => {
      if (writer.current || !lines.current) return writer.current?.place();
      const plain = plainPlace(lines.current, { current: -1 });
      // What formats may come while a dialog has the focus.
      const now = () => writer.current?.place() ?? plain;
      return {
        selected: plain.selected,
        returnTo: () => now().returnTo(),
        insert: (words) => now().insert(words),
        write: (text) => now().write(text),
      };
    };
    return { focus: () => (writer.current ?? lines.current)?.focus(), place };
  }, []);
  useEffect(() => writer.current?.setInvalid(error !== undefined));

  return (
    <div className={`column ${styles.frame}`} data-invalid={error !== undefined || undefined}>
      <div ref={holder} className="column">
        {isOpen ? null : (
          <EarlyLines
            ref={lines}
            isInvalid={error !== undefined}
            onChange={onChange}
            onFocus={load}
            onComposing={(isOn) => {
              isComposing.current = isOn;
              void openUncovered();
            }}
            withWriter={withWriter}
          />
        )}
      </div>
      {/* Shown above: Tab leads from the subject into the text, where words typed are not keys for its buttons. */}
      <EditorToolbar state={told} withWriter={withWriter} />
      {isAwaited ? <Formatting onTooLate={giveUp} /> : null}
      {isMissing ? (
        <p role="status" className="quiet small">
          Formatting couldn’t be loaded: the console was updated. Reload the page to format this message.
        </p>
      ) : null}
      {error === undefined ? null : <p className="bad small">{error}</p>}
    </div>
  );
}
