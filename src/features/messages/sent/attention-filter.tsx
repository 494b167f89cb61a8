import { useNavigate } from "@tanstack/react-router";
import { Button } from "#room/ui/button.tsx";
import { formatCount } from "#room/ui/formats.ts";
import { useSentLetters } from "./use-needy-letters.ts";

/** Shows only the sent messages that need attention, or all again. */
export function AttentionFilter({ isOn }: { isOn: boolean }) {
  const { needy } = useSentLetters();
  const navigate = useNavigate();
  return (
    <>
      <span className="fill" />
      <Button
        size="small"
        aria-pressed={isOn}
        onClick={() =>
          void navigate({
            to: "/messages",
            search: { folder: "sent", ...(isOn ? {} : { needs: "attention" }) },
          })
        }
      >
        Needs attention{needy.length > 0 ? ` (${formatCount(needy.length)})` : ""}
      </Button>
    </>
  );
}
