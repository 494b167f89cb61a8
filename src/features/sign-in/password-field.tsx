import {
  useState,
  type ChangeEventHandler,
  type FocusEventHandler,
  type Ref,
  type KeyboardEvent,
} from "react";
import { IconButton } from "#room/ui/icon-button.tsx";
import { EyeIcon, EyeOffIcon } from "#room/ui/icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";

/** Whether caps lock is on, according to the keys pressed in the field. */
function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const look = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { isOn, handlers: { onKeyDown: look, onKeyUp: look, onBlur: () => setOn(false) } };
}

export interface PasswordFieldProps {
  label?: string;
  name?: string;
  autoComplete?: "current-password" | "new-password";
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
}

/** A password field that can show the text and warns about caps lock. Paste and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const {
    label = "Password",
    name = "password",
    autoComplete = "current-password",
    hint,
    error,
    ref,
    onChange,
    onBlur,
  } = props;
  const [isShown, setShown] = useState(false);
  const capsLock = useCapsLock();
  return (
    <TextField
      {...(ref ? { ref } : {})}
      {...capsLock.handlers}
      onBlur={(event) => {
        capsLock.handlers.onBlur();
        onBlur?.(event);
      }}
      {...(onChange ? { onChange } : {})}
      label={label}
      name={name}
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      size="large"
      hint={hint}
      error={error}
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
