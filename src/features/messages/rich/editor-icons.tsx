import { path } from "#room/ui/icons.tsx";

export const BulletsIcon = path("M6 4h7.500M6 8h7.500M6 12h7.500M2.500 4h.1M2.500 8h.1M2.500 12h.1");
export const NumbersIcon = path(
  "M7 4h6.500M7 8h6.500M7 12h6.500M2.500 3l1-.500v4M2.300 10.200c1.500-1 2 .300 1.200 1.200L2.300 12.800h1.800",
);
export const QuoteIcon = path("M2.500 3v10M6 5h7.500M6 8h7.500M6 11h5");
export const NoQuoteIcon = path("M13.500 5H6M13.500 8H6M11 11H6M4 6 2 8l2 2");
export const LinkIcon = path(
  "M6.800 9.200a2.600 2.600 0 0 0 3.700 0l2-2a2.600 2.600 0 0 0-3.700-3.700l-.9.9M9.200 6.800a2.600 2.600 0 0 0-3.700 0l-2 2a2.600 2.600 0 0 0 3.700 3.700l.9-.9",
);
