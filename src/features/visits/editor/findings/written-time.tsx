import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { asWritten } from "#room/ui/formats.ts";

/** A time of the rules log as people read it, with the exact value on demand; text that is no time as it is. */
export function WrittenTime({ wire }: { readonly wire: string }) {
  const time = dateOfWire(wire);
  return time ? (
    <time dateTime={wire} title={wire}>
      {asWritten.day(time)}, {asWritten.time(time)}
    </time>
  ) : (
    wire
  );
}
