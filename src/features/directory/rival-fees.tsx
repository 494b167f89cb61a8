import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Banner } from "#room/ui/banner.tsx";

/** Codes with several prices at the same time, of which any could be filled in. */
export function RivalFees({ fees }: { readonly fees: readonly DirectoryEntry[] }) {
  const names = useNames();
  const codes = new Set(fees.filter((fee) => names.fees.rivalsOf(fee).length > 0).map(({ code }) => code));
  if (codes.size === 0) return null;
  const [few, more] = [[...codes].slice(0, 5).join(", "), codes.size - 5];
  return (
    <Banner
      isStrip
      tone="warn"
      title={`More than one price at the same time for ${few}${more > 0 ? ` and ${more} more` : ""}`}
    >
      Remove one, or set the first day of the newer price: it then replaces the older one.
    </Banner>
  );
}
