import type { ReactNode } from "react";

export interface IconProps {
  /** Edge in pixels; 16 unless told. */
  size?: number;
}

/** Our own line drawings on a 16-pixel square. Decoration: the words stand beside or in the name of the control. */
export function drawing(content: ReactNode) {
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
export const CrossIcon = path("m4 4 8 8m0-8-8 8");
export const PlusIcon = path("M8 3v10M3 8h10");
export const ChevronDownIcon = path("m4 6 4 4 4-4");
export const ChevronUpIcon = path("m4 10 4-4 4 4");
export const ArrowLeftIcon = path("M13 8H3m4-4L3 8l4 4");
export const SearchIcon = drawing(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3 3" />
  </>,
);
export const MoreIcon = drawing(
  <g fill="currentColor" stroke="none">
    <circle cx="3" cy="8" r="1.25" />
    <circle cx="8" cy="8" r="1.25" />
    <circle cx="13" cy="8" r="1.25" />
  </g>,
);
export const AlertIcon = drawing(
  <>
    <path d="M8 1.8 14.6 13.5H1.4z" />
    <path d="M8 6.2v3.2M8 11.4v.1" />
  </>,
);
export const InfoIcon = drawing(
  <>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 7.2v4M8 4.8v.1" />
  </>,
);
export const QuestionIcon = drawing(
  <>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M6.3 6.3a1.8 1.8 0 1 1 2.5 1.9c-.6.3-.8.6-.8 1.2M8 11.4v.1" />
  </>,
);
export const CopyIcon = drawing(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3.5 10.5h-.2a1 1 0 0 1-1-1V3.3a1 1 0 0 1 1-1h6.2a1 1 0 0 1 1 1v.2" />
  </>,
);
export const UndoIcon = path("M5.5 3 2.5 6l3 3M2.8 6H10a3.4 3.4 0 0 1 0 6.8H6");
export const ImportIcon = path("M8 2v7.5m-3-3 3 3 3-3M2.5 11v2.5h11V11");
export const ExportIcon = path("M8 9.5V2m-3 3 3-3 3 3M2.5 11v2.5h11V11");
export const AttachIcon = path(
  "m13 7.4-5.2 5.2a3.2 3.2 0 0 1-4.6-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3L6.4 11a1 1 0 0 1-1.5-1.4l4.7-4.7",
);
export const LockIcon = drawing(
  <>
    <rect x="3" y="7" width="10" height="6.8" rx="1.5" />
    <path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" />
  </>,
);
export const EyeIcon = drawing(
  <>
    <path d="M1.5 8S4 3.6 8 3.6 14.5 8 14.5 8 12 12.4 8 12.4 1.5 8 1.5 8z" />
    <circle cx="8" cy="8" r="1.9" />
  </>,
);
export const EyeOffIcon = path(
  "M2.2 2.2l11.6 11.6M6.4 3.8A6.6 6.6 0 0 1 8 3.6C12 3.6 14.5 8 14.5 8a11 11 0 0 1-1.7 2.2M4.3 4.9A11 11 0 0 0 1.5 8S4 12.4 8 12.4a6.3 6.3 0 0 0 2.9-.7",
);
export const UserIcon = drawing(
  <>
    <circle cx="8" cy="5.4" r="2.9" />
    <path d="M2.6 13.8c.6-2.7 2.7-4 5.4-4s4.8 1.3 5.4 4" />
  </>,
);
export const KeyboardIcon = drawing(
  <>
    <rect x="1.5" y="4" width="13" height="8" rx="1.5" />
    <path d="M4 6.600v.1M6.6 6.600v.1M9.3 6.600v.1M12 6.600v.1M5.5 9.400h5" />
  </>,
);
export const CalendarIcon = path("M2.5 4h11v9.500h-11zM2.5 7h11M5.5 2v3.500M10.500 2v3.500");
export const PrintIcon = path("M4.5 6V2.500h7V6M4.5 11.500H2.500V6h11v5.500h-2M4.5 9.500h7v4h-7z");
export const SendIcon = path("M14 2 7.2 8.800M14 2 9.8 14l-2.6-5.200L2 6.200z");
