/** The signs of the toolbar, drawn like the others of the console. */
function sign(d: string) {
  return function Sign() {
    return (
      <svg
        width={16}
        height={16}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        <path d={d} />
      </svg>
    );
  };
}

export const BulletsIcon = sign("M6 4h7.500M6 8h7.500M6 12h7.500M2.500 4h.1M2.500 8h.1M2.500 12h.1");
export const NumbersIcon = sign(
  "M7 4h6.500M7 8h6.500M7 12h6.500M2.500 3l1-.500v4M2.300 10.200c1.500-1 2 .300 1.200 1.200L2.300 12.800h1.800",
);
export const QuoteIcon = sign("M2.500 3v10M6 5h7.500M6 8h7.500M6 11h5");
export const NoQuoteIcon = sign("M13.500 5H6M13.500 8H6M11 11H6M4 6 2 8l2 2");
export const LinkIcon = sign(
  "M6.800 9.200a2.600 2.600 0 0 0 3.700 0l2-2a2.600 2.600 0 0 0-3.700-3.700l-.9.9M9.200 6.800a2.600 2.600 0 0 0-3.700 0l-2 2a2.600 2.600 0 0 0 3.700 3.700l.9-.9",
);
