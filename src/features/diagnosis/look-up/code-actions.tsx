import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { Button } from "#room/ui/button.tsx";
import { CopyIcon, PlusIcon } from "#room/ui/page-icons.tsx";
import { Menu } from "#room/features/parts/menu.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import { useAddToVisit } from "./add-to-visit.ts";
import { useKeptCodes } from "./keep-codes.ts";

const copy = (code: string) =>
  copyText(code, { title: `${code} copied`, instead: "Select the code and copy it." });

export function CodeActions({ check }: { readonly check: DiagnosisCheck }) {
  const { isStarred, toggleStar } = useKeptCodes();
  const { offered, add } = useAddToVisit();
  const { code, codeSystemName, description } = check;
  if (code === undefined) return null;
  const named = { code, codeSystemName, description };
  const star = isStarred(named);
  return (
    <div className="row">
      <Button icon={<CopyIcon />} onClick={() => void copy(code)}>
        Copy
      </Button>
      {check.state === "billable" && offered.length > 0 ? (
        <Menu
          label="Add to a visit"
          look="plain"
          placement="bottom start"
          sections={[
            {
              title: "Open visits, last edited first",
              items: offered.map((visit) => ({
                id: visit.eventId,
                label: `Visit ${shortId(visit.visitId || visit.eventId)}`,
                detail: `${visit.state}, ${visit.lineCount} charges`,
                icon: <PlusIcon />,
                run: () => void add(visit.eventId, code, codeSystemName),
              })),
            },
          ]}
        />
      ) : null}
      <Button aria-pressed={star} onClick={() => void toggleStar(named)}>
        {star ? "★ Favorite" : "☆ Add to favorites"}
      </Button>
    </div>
  );
}

function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}
