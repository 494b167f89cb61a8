import { type Node as LetterNode, Slice } from "prosemirror-model";
import { EditorState, Selection } from "prosemirror-state";
import { fixTables } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { EditorToolbar } from "./editor-toolbar.tsx";
import { keptInHtml, spacesOfHtml } from "./kept-spaces.ts";
import { letterHtml } from "./letter-html.ts";
import { letterSchema } from "./letter-schema.ts";
import { letterText } from "./letter-text.ts";
import { pasteInto } from "./paste-into.ts";
import styles from "./rich-editor.module.css";
import { richPlace } from "./rich-place.ts";
import type { WritingField } from "./writing-field.ts";
import { withLastLine, writingPlugins } from "./writing-plugins.ts";

/** What is dropped from elsewhere: files are the composer’s, and anything else is refused. */
function refuseDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging) return false;
  if (event.dataTransfer?.files.length === 0) event.preventDefault();
  return true;
}

export interface RichEditorProps {
  ref: Ref<WritingField>;
  /** At first; later changes are ignored. */
  letter: LetterNode;
  error: string | undefined;
  /** Takes the initial focus, at the start. */
  startsHere: boolean;
  onChange(content: { html: string; text: string }): void;
}

function stateOf(letter: LetterNode): EditorState {
  const state = EditorState.create({ doc: letter, plugins: [...writingPlugins] });
  const fixed = state.apply(fixTables(state) ?? state.tr);
  return fixed.apply(withLastLine(fixed) ?? fixed.tr);
}

function isBlank({ doc }: EditorState): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.content.size === 2;
}

/**
 * The field in which a formatted message is written, on ProseMirror: a letter has only what its schema knows, however
 * it got there.
 */
export function RichEditor({ ref, letter, error, startsHere, onChange }: RichEditorProps) {
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  const initial = useRef({ letter, startsHere });
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useImperativeHandle(
    ref,
    () => ({ focus: () => view?.focus(), place: () => (view ? richPlace(view) : undefined) }),
    [view],
  );

  const mount = useCallback((holder: HTMLDivElement) => {
    const { letter, startsHere } = initial.current;
    const own = new EditorView(holder, {
      state: stateOf(letter),
      dispatchTransaction(transaction) {
        own.updateState(own.state.apply(transaction));
        setState(own.state);
        const { doc } = own.state;
        if (transaction.docChanged) latest.current({ html: letterHtml(doc), text: letterText(doc) });
      },
      clipboardTextSerializer: (slice) => letterText(letterSchema.nodes.doc.create(null, slice.content)),
      // What is copied or dragged goes as HTML, too.
      transformCopied: ({ content, openStart, openEnd }) =>
        new Slice(keptInHtml(content), openStart, openEnd),
      transformPasted: ({ content, openStart, openEnd }) =>
        new Slice(spacesOfHtml(content), openStart, openEnd),
      handleDOMEvents: { paste: pasteInto, drop: refuseDrop },
      attributes: (now) => ({
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": "Message",
        class: styles.editor ?? "",
        "data-placeholder": "Write your message",
        ...(isBlank(now) && { "data-empty": "" }),
      }),
    });
    setView(own);
    setState(own.state);
    if (startsHere) {
      own.dispatch(own.state.tr.setSelection(Selection.atStart(own.state.doc)));
      own.focus();
    }
    return () => own.destroy();
  }, []);
  useEffect(() => {
    view?.dom.setAttribute("aria-invalid", String(error !== undefined));
  }, [view, error]);

  return (
    <div className={styles.frame} data-invalid={error !== undefined || undefined}>
      <EditorToolbar view={view} state={state} />
      <div ref={mount} className={styles.holder} />
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
    </div>
  );
}
