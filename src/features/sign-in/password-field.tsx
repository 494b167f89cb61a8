import { useState, type KeyboardEvent } from "react";
import { IconButton } from "#room/ui/icon-button.tsx";
import { EyeIcon, EyeOffIcon } from "#room/ui/icons.tsx";
import { TextField, type TextFieldProps } from "#room/ui/text-field.tsx";

/** Whether caps lock is on, according to the keys pressed in the field. */
function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const look = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { isOn, handlers: { onKeyDown: look, onKeyUp: look, onBlur: () => setOn(false) } };
}

type PasswordFieldProps = Partial<
  Pick<TextFieldProps, "label" | "name" | "autoComplete" | "hint" | "error" | "ref" | "onChange" | "onBlur">
>;

/** A password field that can show the text and warns about caps lock. Paste and password managers work. */
export function PasswordField({ onBlur, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const capsLock = useCapsLock();
  return (
    <TextField
      {...capsLock.handlers}
      label="Password"
      name="password"
      autoComplete="current-password"
      {...field}
      onBlur={(event) => {
        capsLock.handlers.onBlur();
        onBlur?.(event);
      }}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      size="large"
      warning={capsLock.isOn ? "Caps lock is on." : undefined}
      after={
        <IconButton
          label={isShown ? "Hide what is typed" : "Show what is typed"}
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          aria-pressed={isShown}
          size="small"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
