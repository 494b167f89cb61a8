import { type Ref, useState } from "react";
import { RichEditor, type RichEditorProps } from "#room/features/messages/rich/rich-editor.tsx";
import { htmlReader, writing } from "#room/features/messages/rich/late-code.ts";
import type { WritingField } from "#room/features/messages/rich/writing-field.ts";
import { useHeldKeys } from "#room/features/parts/held-keys.ts";
import { latePart } from "#room/features/parts/late-part.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { PlainEditor } from "./plain-editor.tsx";
import type { Composer } from "./use-composer.ts";

/** What is typed meanwhile is for the message. */
export function Opening() {
  useHeldKeys("typed");
  return <Spinner />;
}

interface WrittenProps extends Omit<RichEditorProps, "letter"> {
  readonly html: string;
}

const WrittenEditor = latePart(
  async () => {
    const [{ letterOfHtml }] = await Promise.all([htmlReader.load(), writing.load()]);
    return function WrittenEditor({ html, ...props }: WrittenProps) {
      const [letter] = useState(() => letterOfHtml(html));
      return <RichEditor {...props} letter={letter} />;
    };
  },
  <Opening />,
);

function FormattedText({ html, ...props }: WrittenProps) {
  const [initial] = useState(html);
  return initial === "" ? <RichEditor {...props} /> : <WrittenEditor {...props} html={initial} />;
}

interface MessageTextProps {
  readonly composer: Composer;
  readonly generation: number;
  readonly error: string | undefined;
  readonly ref: Ref<WritingField>;
}

export function MessageText({ composer, generation, error, ref }: MessageTextProps) {
  const { state, change } = composer;
  const startsHere = state.to.length > 0 && state.text !== "";
  return state.mode === "rich" ? (
    <FormattedText
      key={generation}
      ref={ref}
      html={state.html}
      error={error}
      startsHere={startsHere}
      onChange={(content) => change((old) => ({ ...old, ...content }))}
    />
  ) : (
    <PlainEditor
      ref={ref}
      value={state.text}
      error={error}
      startsHere={startsHere}
      onChange={(text) => change((old) => ({ ...old, text }))}
    />
  );
}
