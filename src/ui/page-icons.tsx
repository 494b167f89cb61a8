import { drawing, path } from "./icons.tsx";

// Separate from the other icons, so that sign-in does not load them.

export const VisitIcon = drawing(
  <path d="M3.5 2.5h9v11l-2.2-1.4L8 13.5l-2.3-1.4-2.2 1.4z" />,
  <path d="M6 5.8h4M6 8.6h4" />,
);
export const MessageIcon = drawing(
  <rect x="2" y="3.2" width="12" height="9.6" rx="1.5" />,
  <path d="m2.5 4.5 5.5 4 5.5-4" />,
);
export const DiagnosisIcon = drawing(
  <path d="M3.2 2.5v3.3a3 3 0 0 0 6 0V2.5" />,
  <path d="M6.2 8.8v1.4a3.3 3.3 0 0 0 6.6 0V9" />,
  <circle cx="12.8" cy="7.3" r="1.6" />,
);
export const DirectoryIcon = drawing(
  <path d="M4 2.5h8.5v11H4z" />,
  <path d="M2.5 5.5h2m-2 5h2M6.8 11c.3-1.2.9-1.8 1.5-1.8s1.2.6 1.5 1.8" />,
  <circle cx="8.3" cy="6.6" r="1.3" />,
);
export const PeopleIcon = drawing(
  <circle cx="6" cy="5.5" r="2.3" />,
  <path d="M1.8 13c.3-2.600 2-4 4.200-4s3.900 1.400 4.200 4M10.500 3.400a2.300 2.300 0 0 1 0 4.200M12 9.300c1.300.6 2 1.900 2.200 3.700" />,
);
export const ChartIcon = path("M2.500 13.500h11M4.500 11V8.500M8 11V3.500M11.500 11V6.500");
export const SheetIcon = drawing(
  <path d="M3.5 2.500h9v11h-9z" />,
  <path d="M6 5.500h4M6 8h4M6 10.500h1.500" />,
);
export const ClinicIcon = drawing(
  <path d="M2.500 13.500v-11h11v11z" />,
  <path d="M8 5v4M6 7h4M6.500 13.500v-2h3v2" />,
);
export const TrailIcon = path(
  "M5.500 3.500h8M5.500 8h8M5.500 12.500h8M2.500 3.500h.01M2.500 8h.01M2.500 12.500h.01",
);
export const HealthIcon = path("M1.500 8.500h3l2-5 3 9 2-4h3");
export const KeyIcon = drawing(<circle cx="5" cy="11" r="2.8" />, <path d="m7 9 6-6M10.500 5.500l2 2" />);
export const CrossIcon = path("m4 4 8 8m0-8-8 8");
export const PlusIcon = path("M8 3v10M3 8h10");
export const ChevronDownIcon = path("m4 6 4 4 4-4");
export const ChevronUpIcon = path("m4 10 4-4 4 4");
export const ArrowLeftIcon = path("M13 8H3m4-4L3 8l4 4");
export const SearchIcon = drawing(<circle cx="7" cy="7" r="4.5" />, <path d="m10.5 10.5 3 3" />);
export const MoreIcon = drawing(
  <g fill="currentColor" stroke="none">
    <circle cx="3" cy="8" r="1.25" />
    <circle cx="8" cy="8" r="1.25" />
    <circle cx="13" cy="8" r="1.25" />
  </g>,
);
export const UndoIcon = path("M5.5 3 2.5 6l3 3M2.8 6H10a3.4 3.4 0 0 1 0 6.8H6");
export const ImportIcon = path("M8 2v7.5m-3-3 3 3 3-3M2.5 11v2.5h11V11");
export const ExportIcon = path("M8 9.5V2m-3 3 3-3 3 3M2.5 11v2.5h11V11");
export const AttachIcon = path(
  "m13 7.4-5.2 5.2a3.2 3.2 0 0 1-4.6-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3L6.4 11a1 1 0 0 1-1.5-1.4l4.7-4.7",
);
export const LockIcon = drawing(
  <rect x="3" y="7" width="10" height="6.8" rx="1.5" />,
  <path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" />,
);
export const UserIcon = drawing(
  <circle cx="8" cy="5.4" r="2.9" />,
  <path d="M2.6 13.8c.6-2.7 2.7-4 5.4-4s4.8 1.3 5.4 4" />,
);
export const KeyboardIcon = drawing(
  <rect x="1.5" y="4" width="13" height="8" rx="1.5" />,
  <path d="M4 6.600v.1M6.6 6.600v.1M9.3 6.600v.1M12 6.600v.1M5.5 9.400h5" />,
);
export const CalendarIcon = path("M2.5 4h11v9.500h-11zM2.5 7h11M5.5 2v3.500M10.500 2v3.500");
export const PrintIcon = path("M4.5 6V2.500h7V6M4.5 11.500H2.500V6h11v5.500h-2M4.5 9.500h7v4h-7z");
export const SendIcon = path("M14 2 7.2 8.800M14 2 9.8 14l-2.6-5.200L2 6.200z");
export const CopyIcon = drawing(
  <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />,
  <path d="M3.5 10.5h-.2a1 1 0 0 1-1-1V3.3a1 1 0 0 1 1-1h6.2a1 1 0 0 1 1 1v.2" />,
);
