import type { ComponentProps } from "react";
import { FieldFrame, type FieldFrameProps, partsOf } from "./text-field.tsx";

interface SelectProps
  extends Omit<ComponentProps<"select">, "size" | "className" | "children">, FieldFrameProps {
  /** Each a value, and its words if they are others. */
  options: readonly (readonly [value: string, words?: string])[];
}

export function Select({ options, ...props }: SelectProps) {
  const [frame, input] = partsOf(props);
  return (
    <FieldFrame {...frame} id={input.id}>
      {(own) => (
        <select {...input} {...own}>
          {options.map(([value, words = value]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
