import { letterHtml, letterOfText } from "#room/features/messages/rich/letter-html.ts";
import type { ComposerState } from "./composer-state.ts";

/** To plain: formatting is dropped. To rich: each line becomes a paragraph. */
export function switchMode(state: ComposerState, mode: ComposerState["mode"]): ComposerState {
  if (mode === state.mode) return state;
  return { ...state, mode, html: mode === "plain" ? "" : letterHtml(letterOfText(state.text)) };
}
