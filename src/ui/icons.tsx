import { Children, type ReactNode } from "react";

export interface IconProps {
  /** Size in pixels; default 16. */
  size?: number;
}

/** Our own line icons on a 16-pixel square. Decorative: the text is beside them or in the control's name. */
export function drawing(...shapes: readonly ReactNode[]) {
  const content = Children.toArray(shapes);
  return function Icon({ size = 16 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {content}
      </svg>
    );
  };
}

export const path = (d: string) => drawing(<path d={d} />);

export const CheckIcon = path("M3 8.5 6.5 12 13 4.5");
export const AlertIcon = drawing(<path d="M8 1.8 14.6 13.5H1.4z" />, <path d="M8 6.2v3.2M8 11.4v.1" />);
export const InfoIcon = drawing(<circle cx="8" cy="8" r="6.2" />, <path d="M8 7.2v4M8 4.8v.1" />);
export const QuestionIcon = drawing(
  <circle cx="8" cy="8" r="6.2" />,
  <path d="M6.3 6.3a1.8 1.8 0 1 1 2.5 1.9c-.6.3-.8.6-.8 1.2M8 11.4v.1" />,
);
export const EyeIcon = drawing(
  <path d="M1.5 8S4 3.6 8 3.6 14.5 8 14.5 8 12 12.4 8 12.4 1.5 8 1.5 8z" />,
  <circle cx="8" cy="8" r="1.9" />,
);
export const EyeOffIcon = path(
  "M2.2 2.2l11.6 11.6M6.4 3.8A6.6 6.6 0 0 1 8 3.6C12 3.6 14.5 8 14.5 8a11 11 0 0 1-1.7 2.2M4.3 4.9A11 11 0 0 0 1.5 8S4 12.4 8 12.4a6.3 6.3 0 0 0 2.9-.7",
);
