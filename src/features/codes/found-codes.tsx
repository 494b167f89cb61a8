import { counted } from "#room/contract/primitives/counted.ts";
import type { FoundCode } from "#room/contract/operations/diagnoses.ts";
import { type ListedOption, OptionList } from "#room/ui/option-list.tsx";

export interface FoundCodesProps {
  /** The list's id; the field names it and the active option (`comboboxProps`). */
  id: string;
  codes: readonly FoundCode[];
  /** The index of the active option; -1 for the field itself. */
  active: number;
  /** The words were searched for, and nothing was found. */
  isNone?: boolean;
  onTake(code: FoundCode): void;
  className?: string | undefined;
}

export function optionOfCode({ code, description, isChargeable, missingWords }: FoundCode): ListedOption {
  return {
    name: code,
    detail: description ?? "",
    unmatched: missingWords ?? [],
    ...(isChargeable ? { tone: "ok" } : { tone: "warn", note: "not billable" }),
  };
}

/** The codes found for a field, also announced to screen readers. The field handles the keys. */
export function FoundCodes({ id, codes, active, isNone, onTake, className }: FoundCodesProps) {
  return (
    <>
      {codes.length > 0 ? (
        <OptionList
          id={id}
          label="Codes found"
          className={className}
          options={codes.map(optionOfCode)}
          active={active}
          onTake={(place) => {
            const code = codes[place];
            if (code) onTake(code);
          }}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {isNone ? "No codes found" : announcement(codes, active)}
      </p>
    </>
  );
}

function announcement(codes: readonly FoundCode[], active: number): string {
  const count = counted(codes.length, "code found", "codes found");
  const at = codes[active];
  if (codes.length === 0) return "";
  if (!at) return count;
  const unmatched = at.missingWords ? `, did not match: ${at.missingWords.join(", ")}` : "";
  return `${count}. ${at.code}: ${at.description ?? ""}${unmatched}`;
}
