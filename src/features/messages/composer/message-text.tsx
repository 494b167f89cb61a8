import { RichEditor } from "#room/features/messages/rich/rich-editor.tsx";
import { PlainEditor } from "./plain-editor.tsx";
import type { Composer } from "./use-composer.ts";

interface MessageTextProps {
  readonly composer: Composer;
  readonly generation: number;
  readonly error: string | undefined;
}

/** The message text, rich or plain. */
export function MessageText({ composer, generation, error }: MessageTextProps) {
  const { form, state, change } = composer;
  const { ref } = form.register("text");
  return state.mode === "rich" ? (
    <RichEditor
      key={generation}
      ref={ref}
      initialHtml={state.html}
      error={error}
      startsHere={state.to.length > 0 && state.text !== ""}
      onChange={(content) => change((old) => ({ ...old, ...content }))}
    />
  ) : (
    <PlainEditor
      ref={ref}
      value={state.text}
      error={error}
      onChange={(text) => change((old) => ({ ...old, text }))}
    />
  );
}
