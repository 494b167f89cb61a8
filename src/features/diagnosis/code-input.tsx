import type { KeyboardEvent } from "react";
import { comboboxProps, type DrivenList, placeAfterKey } from "#room/ui/combobox.ts";
import { SearchIcon } from "#room/ui/page-icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import type { QuestionFields } from "./use-question.ts";

interface CodeInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly form: QuestionFields;
  readonly list: DrivenList;
  readonly onActive: (place: number) => void;
  /** The content was changed: by typing, or cleared by Escape. */
  readonly onTyped: () => void;
}

/** The code field: a code or search words, with the keys for the list below it. */
export function CodeInput({ label, placeholder, form, list, onActive, onTyped }: CodeInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfterKey(event.key, list, { beforeFirst: "nowhere" });
    if (place !== undefined) onActive(place);
    else if (event.key !== "Escape") return;
    else {
      form.empty();
      onTyped();
    }
    event.preventDefault();
  };
  return (
    <TextField
      data-page-start=""
      label={label}
      size="large"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={200}
      before={<SearchIcon />}
      placeholder={placeholder}
      {...form.field("code")}
      {...comboboxProps(list)}
      onInput={onTyped}
      onKeyDown={onKeyDown}
    />
  );
}
