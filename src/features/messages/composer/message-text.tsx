import { useCallback } from "react";
import { RichEditor } from "#room/features/messages/rich/rich-editor.tsx";
import type { WritingField } from "#room/features/messages/rich/writing-field.ts";
import { PlainEditor } from "./plain-editor.tsx";
import type { Composer } from "./use-composer.ts";

interface MessageTextProps {
  readonly composer: Composer;
  readonly generation: number;
  readonly error: string | undefined;
  /** Receives the field, rich or plain. */
  readonly onField: (field: WritingField | null) => void;
}

/** The message text, rich or plain. */
export function MessageText({ composer, generation, error, onField }: MessageTextProps) {
  const { form, state, change } = composer;
  const startsHere = state.to.length > 0 && state.text !== "";
  const { ref: register } = form.register("text");
  const ref = useCallback(
    (shown: WritingField | null) => {
      onField(shown);
      register(shown);
    },
    [onField, register],
  );
  return state.mode === "rich" ? (
    <RichEditor
      key={generation}
      ref={ref}
      initialHtml={state.html}
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
