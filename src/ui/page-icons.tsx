import { drawing, path } from "./icons.tsx";

// Beside the others, so that sign-in does not load them.

export const VisitIcon = drawing(
  <>
    <path d="M3.5 2.5h9v11l-2.2-1.4L8 13.5l-2.3-1.4-2.2 1.4z" />
    <path d="M6 5.8h4M6 8.6h4" />
  </>,
);
export const MessageIcon = drawing(
  <>
    <rect x="2" y="3.2" width="12" height="9.6" rx="1.5" />
    <path d="m2.5 4.5 5.5 4 5.5-4" />
  </>,
);
export const DiagnosisIcon = drawing(
  <>
    <path d="M3.2 2.5v3.3a3 3 0 0 0 6 0V2.5" />
    <path d="M6.2 8.8v1.4a3.3 3.3 0 0 0 6.6 0V9" />
    <circle cx="12.8" cy="7.3" r="1.6" />
  </>,
);
export const DirectoryIcon = drawing(
  <>
    <path d="M4 2.5h8.5v11H4z" />
    <path d="M2.5 5.5h2m-2 5h2M6.8 11c.3-1.2.9-1.8 1.5-1.8s1.2.6 1.5 1.8" />
    <circle cx="8.3" cy="6.6" r="1.3" />
  </>,
);
export const PeopleIcon = drawing(
  <>
    <circle cx="6" cy="5.5" r="2.3" />
    <path d="M1.8 13c.3-2.600 2-4 4.200-4s3.900 1.400 4.200 4M10.500 3.400a2.300 2.300 0 0 1 0 4.200M12 9.300c1.300.6 2 1.900 2.200 3.700" />
  </>,
);
export const ChartIcon = path("M2.500 13.500h11M4.500 11V8.500M8 11V3.500M11.500 11V6.500");
export const TrailIcon = path(
  "M5.500 3.500h8M5.500 8h8M5.500 12.500h8M2.500 3.500h.01M2.500 8h.01M2.500 12.500h.01",
);
export const HealthIcon = path("M1.500 8.500h3l2-5 3 9 2-4h3");
export const KeyIcon = drawing(
  <>
    <circle cx="5" cy="11" r="2.8" />
    <path d="m7 9 6-6M10.500 5.500l2 2" />
  </>,
);
