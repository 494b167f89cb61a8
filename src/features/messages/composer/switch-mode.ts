import type { ComposerState } from "./composer-state.ts";

/** To plain: formatting is dropped. To rich: each line becomes a paragraph, made by the editor itself. */
export function switchMode(state: ComposerState, mode: ComposerState["mode"]): ComposerState {
  if (mode === "plain") return { ...state, mode, html: "" };
  const holder = document.createElement("div");
  for (const line of state.text.split("\n")) {
    const paragraph = document.createElement("p");
    if (line === "") paragraph.append(document.createElement("br"));
    else paragraph.textContent = line;
    holder.append(paragraph);
  }
  return { ...state, mode, html: holder.innerHTML };
}
