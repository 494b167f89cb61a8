import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { SendIcon } from "#room/ui/page-icons.tsx";
import { choice, Menu } from "#room/features/parts/menu.tsx";
import type { ComposerState } from "./composer-state.ts";
import styles from "./composer.module.css";
import { holdChoices, holdSeconds, withHoldSeconds } from "./hold-time.ts";
import type { SaveState } from "#room/features/parts/saver.ts";

export interface ComposerFootProps {
  state: ComposerState;
  save: SaveState;
  isBusy: boolean;
  onSend(): void;
  onDiscard(): void;
  onMode(mode: ComposerState["mode"]): void;
}

const saveWords: Record<SaveState["kind"], string> = {
  pending: "Saving…",
  saved: "Draft saved",
  failed: "Not saved",
};

const formats = [
  ["rich", "Rich text"],
  ["plain", "Plain text only", "Removes bold, lists and links"],
] as const;
const holds = holdChoices.map((each) => [each, each === 0 ? "None" : `${each} seconds`] as const);

export function ComposerFoot({ state, save, isBusy, onSend, onDiscard, onMode }: ComposerFootProps) {
  const { preferences } = useWorkspace();
  const seconds = holdSeconds(useKept(preferences));
  return (
    <div className={`row ${styles.foot}`}>
      <Button
        look="primary"
        icon={<SendIcon size={14} />}
        isBusy={isBusy}
        title="Ctrl+Enter"
        onClick={onSend}
      >
        Send
      </Button>
      <Button look="quiet" onClick={onDiscard}>
        Discard
      </Button>
      <Menu
        label="Options"
        look="quiet"
        placement="top start"
        sections={[
          choice("Format", formats, state.mode, onMode),
          choice("Undo time after Send", holds, seconds, (chosen) => {
            void preferences.update((all) => withHoldSeconds(all, chosen));
          }),
        ]}
      />
      <span className="quiet small nowrap" aria-live="polite">
        {save.kind === "saved" && save.at === 0 ? "" : saveWords[save.kind]}
      </span>
    </div>
  );
}
